import { type Html, html, type Part } from '../html.ts'
import type { Group, Place, Reference } from '../reference.ts'

/** The first three are the explorer's own files. */
const STYLES = ['tokens.css', 'base.css', 'frame.css', 'docs.css', 'content.css', 'samples.css']

export interface Page {
  readonly title: string
  /** Id of the guide or operation that is shown. */
  readonly current: string | undefined
  readonly main: Part
}

/** The frame of the explorer around a page of the reference. */
export function renderFrame(reference: Reference, place: Place, page: Page): string {
  const { root } = place
  const home = `${root}docs`
  const files = `${root}docs/`
  const mark = reference.hasExplorer ? `${root}app` : home
  const document = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${page.title} · Almanac</title>
    <link rel="icon" href="${root}favicon.ico">
    ${STYLES.map((name) => html`<link rel="stylesheet" href="${files}${name}">`)}
    <script src="${files}theme.js"></script>
    <script type="module" src="${files}docs.js"></script>
  </head>
  <body class="docs" data-origin="${place.origin}">
    <a class="skip" href="#main">To the page</a>
    <header class="bar">
      <button type="button" class="icon menu scripted" id="menu" aria-expanded="false" aria-controls="rail">
        <span class="for-readers">Contents</span>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" stroke-width="1.5"/></svg>
      </button>
      <a class="mark" href="${mark}">Almanac</a>
      <a class="place" href="${home}">Reference</a>
      <span class="fill"></span>
      ${reference.hasExplorer && html`<a class="elsewhere" href="${root}app">Explorer</a>`}
      <a class="elsewhere" href="${root}openapi.json">OpenAPI</a>
      <span class="tag">v${reference.version}</span>
      <button type="button" class="icon scripted" id="theme">
        <span class="for-readers">Change the theme</span>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor"/></svg>
      </button>
    </header>
    <div class="frame">
      <nav id="rail" class="rail" aria-label="Reference">${rail(reference, page.current, files)}</nav>
      <main id="main" tabindex="-1">${page.main}</main>
    </div>
  </body>
</html>
`
  return document.text
}

function rail({ guides, groups }: Reference, current: string | undefined, files: string): Html {
  const link = (id: string, name: string) =>
    html`<li><span${id === current && html` aria-current="page"`}><a href="${files}${id}">${name}</a></span></li>`
  return html`
    <p class="find scripted"><label class="for-readers" for="search">Find an operation</label>
      <input id="search" type="search" placeholder="Find  /" autocomplete="off" spellcheck="false"></p>
    <section><h2>Guides</h2><ul>${guides.map(({ id, title }) => link(id, title))}</ul></section>
    <section id="operations"><h2>Operations</h2>${groups.map((group) => railGroup(group, current, link))}
    <p class="faint" id="nothing" hidden>Nothing matches.</p></section>`
}

function railGroup(
  { name, entries }: Group,
  current: string | undefined,
  link: (id: string, name: string) => Html,
): Html {
  const isOpen = entries.some(({ id }) => id === current)
  const links = entries.map(({ id, route }) => link(id, route.summary))
  return html`<details${isOpen && html` open`}><summary>${name} <span class="faint">${entries.length}</span></summary><ul>${links}</ul></details>`
}
