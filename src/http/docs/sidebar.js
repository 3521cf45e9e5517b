import { element } from './dom.js'
import { groupByTag, matchesSearch } from './openapi.js'
import { rootBadge } from './operation-view.js'

/**
 * Fills the sidebar: a search, a choice of root, and the operations by tag. Gives a function that
 * marks the current one.
 */
export function fillSidebar(nav, { operations, tags }) {
  const search = element('input', {
    id: 'search',
    type: 'search',
    placeholder: 'Search  /',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const list = element('div', { class: 'groups' })
  const state = { root: 'all', current: '' }
  const draw = () => {
    const wanted = operations.filter((operation) =>
      isWanted(operation, { root: state.root, search: search.value.trim() }),
    )
    const groups = groupByTag(wanted, tags).map((group) => groupNode(group, state.current))
    list.replaceChildren(
      ...(groups.length > 0 ? groups : [element('p', { class: 'quiet' }, 'Nothing matches.')]),
    )
  }
  search.addEventListener('input', draw)
  addKeys(search, list)
  const roots = [...new Set(operations.map((operation) => operation.root))]
  const filter = rootFilter(roots, (root) => {
    state.root = root
    draw()
  })
  nav.replaceChildren(
    element('label', { class: 'hidden', for: 'search' }, 'Search operations'),
    search,
    filter,
    list,
  )
  draw()
  return (id) => {
    state.current = id
    draw()
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }
}

function isWanted(operation, { root, search }) {
  return (root === 'all' || operation.root === root) && matchesSearch(operation, search)
}

function rootFilter(roots, choose) {
  const buttons = ['all', ...roots].map((root) => {
    const button = element(
      'button',
      { type: 'button', 'aria-pressed': String(root === 'all') },
      root === 'all' ? 'All' : root,
    )
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      choose(root)
    })
    return button
  })
  return element('div', { class: 'filter', role: 'group', 'aria-label': 'Root' }, buttons)
}

function groupNode(group, current) {
  const links = group.operations.map((operation) => {
    const link = element(
      'a',
      {
        href: `#${encodeURIComponent(operation.id)}`,
        'aria-current': operation.id === current ? 'page' : undefined,
        title: operation.path,
      },
      element('span', {}, operation.summary || operation.path),
      rootBadge(operation.root),
    )
    return element('li', {}, link)
  })
  return element('section', {}, element('h2', {}, group.name), element('ul', {}, links))
}

/** `/` goes to the search, arrows walk from it through the list, Escape empties it. */
function addKeys(search, list) {
  addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, select')
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    document.body.classList.add('menu-open')
    document.getElementById('menu')?.setAttribute('aria-expanded', 'true')
    search.focus()
    search.select()
  })
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      search.value = ''
      search.dispatchEvent(new Event('input'))
    }
    if (event.key === 'Enter') list.querySelector('a')?.click()
  })
  const walk = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const stops = [search, ...list.querySelectorAll('a')]
    const next = stops[stops.indexOf(document.activeElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  search.addEventListener('keydown', walk)
  list.addEventListener('keydown', walk)
}
