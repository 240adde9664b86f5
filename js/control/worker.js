// The worker of planners: that of a batch, with what planners do in it.
import { Host } from '../batch/host.js';
import { provideModule } from '../batch/modules.js';
import { serve } from '../batch/port.js';
import * as rollout from './planner_rollout.js';

provideModule(rollout.address, rollout);
serve((send) => new Host(send));
