import { movedByMs, moveClock } from './clock.ts';

// Loaded before the service that a browser test starts.
moveClock(movedByMs);
