import { addCopyButtons } from './copy.js'
import { addSearch } from './search.js'
import { addTabs } from './tabs.js'
import { addThemeButton } from './theme-button.js'

const rail = document.getElementById('rail')
const menu = document.getElementById('menu')

menu.addEventListener('click', () => showRail(!rail.classList.contains('open')))
rail.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
addThemeButton(document.getElementById('theme'))
addSearch(document.getElementById('search'), { rail, showRail })
addTabs(document)
addCopyButtons(document)
showOrigin()

function showRail(isOpen) {
  rail.classList.toggle('open', isOpen)
  menu.setAttribute('aria-expanded', String(isOpen))
}

/** The files of the pages are below <service>/docs/, wherever a proxy has put the service. */
function showOrigin() {
  const origin = new URL('..', import.meta.url).href.replace(/\/$/, '')
  for (const code of document.querySelectorAll('.samples code'))
    code.textContent = code.textContent.replaceAll(document.body.dataset.origin, origin)
}
