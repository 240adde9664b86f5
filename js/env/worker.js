// The worker of environments: that of a batch, with what an environment does to it.
import { Host } from '../batch/host.js';
import { serve } from '../batch/port.js';
import { makeKernel } from './kernel.js';

serve((send) => new Host(send, makeKernel));
