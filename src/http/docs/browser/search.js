/** Filters the operations of the rail by the words of the search. */
export function addSearch(search, { rail, showRail }) {
  const operations = rail.querySelector('#operations')
  const groups = [...operations.querySelectorAll('details')]
  const wasOpen = new Map(groups.map((group) => [group, group.open]))
  const filter = () => {
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean)
    for (const group of groups) filterGroup(group, words, wasOpen.get(group))
    const hasNone = groups.every((group) => group.hidden)
    operations.querySelector('#nothing').hidden = !hasNone
  }
  search.addEventListener('input', filter)
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') visibleLinks(operations)[0]?.click()
    if (event.key !== 'Escape') return
    search.value = ''
    filter()
  })
  addWalk(rail, search, operations)
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input,textarea,select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    showRail(true)
    search.focus()
    search.select()
  })
}

/** A group is shown with what fits in it; its own name fits all of it. */
function filterGroup(group, words, wasOpen) {
  const name = group.querySelector('summary').textContent.toLowerCase()
  let shown = 0
  for (const item of group.querySelectorAll('li')) {
    const link = item.querySelector('a')
    const text = `${name} ${link.textContent} ${link.getAttribute('href')}`.toLowerCase()
    item.hidden = !words.every((word) => text.includes(word))
    if (!item.hidden) shown++
  }
  group.hidden = shown === 0
  group.open = words.length > 0 || wasOpen
}

const visibleLinks = (operations) =>
  [...operations.querySelectorAll('a')].filter((link) => link.checkVisibility())

/** Arrows walk from the search through the list. */
function addWalk(rail, search, operations) {
  rail.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const stops = [search, ...visibleLinks(operations)]
    const next = stops[stops.indexOf(document.activeElement) + step]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  })
}
