/** The script of /api/docs: it requests an address with the reader's own session and shows the response as text. */
export const docsScript = `for (const button of document.querySelectorAll('button[data-path]')) {
  button.hidden = false;
  button.addEventListener('click', () => show(button));
}

async function show(button) {
  const output = button.closest('section').querySelector('output');
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.textContent = await request(button.dataset.path);
  output.replaceChildren(shown);
}

async function request(path) {
  try {
    const response = await fetch(path, { headers: { 'X-Requested-With': 'JavaScript' } });
    const body = await response.text();
    return [response.status + ' ' + response.statusText, ...namesOf(response), '', pretty(body)].join('\\n');
  } catch {
    return 'No response: the service cannot be reached.';
  }
}

const namesOf = ({ headers }) =>
  ['content-type', 'etag', 'retry-after', 'www-authenticate']
    .filter((name) => headers.has(name))
    .map((name) => name + ': ' + headers.get(name));

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
`;
