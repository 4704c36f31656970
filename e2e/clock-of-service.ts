import { movedByMs, moveClock } from './clock.ts';

// A service that a browser test starts loads this module first.
moveClock(movedByMs);
