import { element } from './dom.js'
import { createResolver, listOperations, loadDocument } from './openapi.js'
import { operationView } from './operation-view.js'
import { overview } from './overview.js'
import { fillSidebar } from './sidebar.js'

const content = document.getElementById('content')
const menu = document.getElementById('menu')

try {
  start(await loadDocument('/openapi.json'))
} catch (error) {
  content.replaceChildren(
    element('h1', {}, 'The reference could not be loaded'),
    element('p', {}, error.message),
    element('p', {}, element('a', { href: 'openapi.json' }, 'Open the OpenAPI document')),
  )
}

function start(openapi) {
  const resolve = createResolver(openapi)
  const operations = listOperations(openapi, resolve)
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const mark = fillSidebar(document.getElementById('sidebar'), { operations, tags: openapi.tags })
  document.getElementById('version').textContent = openapi.info?.version
    ? `v${openapi.info.version}`
    : ''

  const show = () => {
    const id = currentId()
    const operation = byId.get(id)
    content.replaceChildren(pageFor({ id, operation, openapi, operations, resolve }))
    mark(operation?.id ?? '')
    document.title = operation
      ? `${operation.summary || operation.id} · Almanac API`
      : 'Almanac API reference'
  }
  addEventListener('hashchange', () => {
    show()
    setMenu(false)
    scrollTo(0, 0)
    content.querySelector('h1')?.focus({ preventScroll: true })
  })
  menu.addEventListener('click', () => setMenu(!document.body.classList.contains('menu-open')))
  document.querySelector('.brand').addEventListener('click', (event) => {
    event.preventDefault()
    location.hash = ''
  })
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault()
    content.focus()
  })
  show()
}

function pageFor({ id, operation, openapi, operations, resolve }) {
  if (operation) return operationView(operation, resolve)
  if (id === '') return overview(openapi, operations)
  return element(
    'article',
    {},
    element('h1', { tabindex: '-1' }, 'No such operation'),
    element('p', {}, `Nothing here is called “${id}”.`),
  )
}

/** A hash that is no valid escape (cut by a chat program, say) is read as it stands. */
function currentId() {
  const hash = location.hash.slice(1)
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

function setMenu(open) {
  document.body.classList.toggle('menu-open', open)
  menu.setAttribute('aria-expanded', String(open))
}
