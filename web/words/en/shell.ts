/** The texts that every part of the page may use. */
export const shell = {
  name: 'Dueline',
  retry: 'Try again',
  reload: 'Reload',
  close: 'Close',
  cancel: 'Cancel',
  fault: {
    offline: {
      title: 'The service cannot be reached',
      text: 'Check the connection, then try again.',
    },
    refused: {
      title: 'The service could not answer',
      text: 'Something went wrong on our side. Try again in a moment.',
    },
    mismatch: {
      title: 'This page does not understand the service’s response',
      text: 'The page may be out of date.',
    },
    details: (request: string, schema: string, path: string) =>
      `${request} is not a ${schema} at ${path}`,
    requestId: (id: string) => `Request ${id}`,
  },
  crash: {
    title: 'This page has stopped',
    text: 'Your drafts are kept. Reload to continue; if it happens again, copy the diagnostics and send them to the operator of this service.',
    copy: 'Copy diagnostics',
    copied: 'Copied',
  },
};
