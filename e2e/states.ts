import { changeStates } from './states/changes.ts';
import { dialogStates } from './states/dialogs.ts';
import { listStates } from './states/lists.ts';
import { viewStates } from './states/views.ts';

export { signedOutStates } from './states/signed-out.ts';

/** The states of the signed-in page. */
export const signedInStates = { ...listStates, ...changeStates, ...viewStates, ...dialogStates };
