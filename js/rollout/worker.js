// The worker of a rollout pool: that of a batch.
import '../batch/worker.js';
