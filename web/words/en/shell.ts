/** What every part of the page may say. */
export const shell = {
  name: 'Dueline',
  retry: 'Try again',
  reload: 'Reload',
  close: 'Close',
  cancel: 'Cancel',
  fault: {
    offline: { title: 'The service cannot be reached', text: 'Check the connection, then try again.' },
    refused: {
      title: 'The service could not answer',
      text: 'This is no fault of yours. Try again in a moment.',
    },
    mismatch: {
      title: 'The server answered in a form this page does not know',
      text: 'The page may be older than the service. Reload it; what you see stays readable.',
    },
    details: (request: string, schema: string, path: string) => `${request} is not a ${schema} at ${path}`,
    requestId: (id: string) => `Request ${id}`,
  },
  crash: {
    title: 'This page has stopped',
    text: 'Your drafts are kept. Reload to go on; if it happens again, copy the diagnostics and send them to whoever runs this service.',
    copy: 'Copy diagnostics',
    copied: 'Copied',
  },
};
