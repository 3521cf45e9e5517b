import { addCopyButtons } from './copy.js'
import { addSearch } from './search.js'
import { addTabs } from './tabs.js'
import { addThemeButton } from './theme-button.js'
import { addTryIt } from './try-it.js'

const rail = document.getElementById('rail')
const menu = document.getElementById('menu')

menu.addEventListener('click', () => showRail(!rail.classList.contains('open')))
rail.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
addThemeButton(document.getElementById('theme'))
addSearch(document.getElementById('search'), { rail, showRail })
addTabs(document)
addCopyButtons(document)
for (const part of document.querySelectorAll('.form')) addTryIt(part)

function showRail(isOpen) {
  rail.classList.toggle('open', isOpen)
  menu.setAttribute('aria-expanded', String(isOpen))
}
