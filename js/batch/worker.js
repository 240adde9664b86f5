// The worker of a batch, and of a rollout pool.
import { Host } from './host.js';
import { serve } from './port.js';

serve((send) => new Host(send));
