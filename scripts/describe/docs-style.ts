/** The styles of the page beside those of every page without a script. */
export const docsStyle = `
html { scroll-padding-top: 16px; }
pre {
  font: 13px/20px ui-monospace, monospace; background: var(--raised); border: 1px solid var(--line);
  border-radius: 6px; padding: 12px; margin: 0 0 12px; overflow: auto; max-height: 24rem;
}
main h3 { margin: 0 0 8px; font-size: 15px; line-height: 22px; font-weight: 600; overflow-wrap: anywhere; }
main > h3 { margin-top: 32px; }
h3 code { font-size: 15px; }
h3 a { padding: 0; color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
b { font-weight: 650; }
section { border-top: 1px solid var(--line); padding: 20px 0 12px; }
h2 + section { border-top: 0; padding-top: 8px; }
section:target h3 { color: var(--accent); }
.contents { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 0 32px; margin-top: 24px; }
.contents h2 { margin: 0 0 4px; border: 0; padding: 12px 0 0; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents li a { display: block; padding: 4px 0; }
dl { display: grid; grid-template-columns: minmax(9rem, 12rem) minmax(0, 1fr); gap: 6px 24px; margin: 0 0 16px; }
dt, dd { margin: 0; overflow-wrap: anywhere; }
dt { color: var(--second); }
dt code { color: var(--ink); }
dd { max-width: 72ch; }
dd a, summary a { padding: 0; margin: 0; }
.codes { display: flex; flex-wrap: wrap; gap: 2px 16px; }
details { border-bottom: 1px solid var(--line); }
main > h3 ~ details { border: 0; }
summary { padding: 8px 0; cursor: pointer; }
button {
  font: inherit; color: var(--paper); background: var(--accent); border: 0; border-radius: 6px;
  padding: 10px 16px; min-height: 44px; cursor: pointer;
}
output { display: block; }
@media (max-width: 40rem) {
  .contents li a { padding: 8px 0; }
  .contents div:last-child ul { columns: 11.5rem; column-gap: 16px; }
  .codes { gap: 8px 16px; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 2px; }
  dd { margin-bottom: 10px; }
}
`;
