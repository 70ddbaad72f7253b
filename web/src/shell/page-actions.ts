// The actions of the present page for the command palette: its buttons, choices and menus as they stand there, and the places of its navigation.
// An entry does what a click does, so a button that a page gets later is an entry too.
import type { LucideIcon } from 'lucide-react'
import { menuOf } from '../ui/menus/listed-menus.ts'

export type PageAction = { label: string; hint?: string; icon?: LucideIcon; lang?: string; run: () => void }

/**
 * Left out: what belongs to a text that is being written, to the pages or the order of a list or to dragging; what cannot be pressed now; headings
 * that fold; and fields, which need an answer.
 */
const leftOut =
  'thead, h2, h3, [role=listbox], [role=tablist], [role=toolbar], [role=dialog], [role=menu], nav button, a[aria-current=page], [data-sort-handle], [aria-disabled=true], [inert], [hidden]'
const rows = 'li, tr, [role=row]'

const textOf = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
const nameOf = (element: Element) => element.getAttribute('aria-label')?.trim() || textOf(element)
const isShown = (element: HTMLElement) => element.getClientRects().length > 0

/** The heading of the part of the page that an element is in; none for the page's own. */
function partOf(element: Element): string {
  const part = element.closest('section, [role=group], form')
  return part?.closest('#main') ? part.getAttribute('aria-label') || textOf(part.querySelector('h2, h3')) : ''
}

/** The name of an entry of a list: the element that describes the button, else the entry's link or first cell. */
function rowOf(button: Element): string {
  const described = document.getElementById(button.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
  return textOf(described) || textOf(button.closest(rows)?.querySelector('a:not(.as-button), th')).slice(0, 80)
}

/** The course in the page's title, to whose pages its navigation leads; none where the title names the page alone. */
const ownerOf = (element: Element) => (element.closest('nav') && document.querySelector('#main h1 > [title]')?.getAttribute('title')) ?? ''

const press = (element: HTMLElement) => () => {
  element.focus({ preventScroll: true })
  element.click()
}

const choicesOf = (fieldset: HTMLFieldSetElement): PageAction[] =>
  [...fieldset.querySelectorAll<HTMLInputElement>('input[type=radio]:not(:checked)')].map((choice) => ({
    label: choice.getAttribute('aria-label') || textOf(choice.closest('label')),
    hint: textOf(fieldset.querySelector('legend')),
    run: press(choice),
  }))

const entriesOf = (button: HTMLElement): PageAction[] =>
  (menuOf(button) ?? []).flatMap(({ heading, items }) =>
    items
      .filter(({ off }) => off === undefined)
      .map(({ label, icon, lang, onSelect, href }) => ({
        label,
        // an entry of a list is named by its menu
        hint: [button.closest(rows) ? '' : partOf(button), nameOf(button), heading].filter(Boolean).join(' · '),
        ...(icon && { icon }),
        ...(lang && { lang }),
        run: onSelect ?? (() => window.location.assign(href ?? '')),
      })),
  )

/**
 * Those of the page, and those of the entries of its lists, which bear the entry's name. In the order of the page, labels that came before last (the
 * same menu of a further module); of two that read alike the first.
 */
export function pageActions(root: ParentNode | null = document.getElementById('main')): { ofPage: PageAction[]; ofRows: PageAction[] } {
  const [found, ofRows] = [new Map<string, PageAction>(), new Map<string, PageAction>()]
  for (const element of root?.querySelectorAll<HTMLElement>('button, a.as-button, nav a[href], fieldset') ?? []) {
    if (element.closest(leftOut) || !isShown(element)) continue
    const isOfRow = element.closest(rows) !== null && !element.closest('nav')
    const kept = isOfRow ? ofRows : found
    const actions =
      element instanceof HTMLFieldSetElement
        ? choicesOf(element)
        : element.dataset.menu !== undefined
          ? entriesOf(element)
          : [{ label: nameOf(element), hint: isOfRow ? rowOf(element) : ownerOf(element) || partOf(element), run: press(element) }]
    for (const action of actions) {
      const key = `${action.label} ${action.hint ?? ''}`
      if (action.label && !kept.has(key)) kept.set(key, action)
    }
  }
  const labels = new Set<string>()
  const first: PageAction[] = []
  const repeated: PageAction[] = []
  for (const action of found.values()) {
    ;(labels.has(action.label) ? repeated : first).push(action)
    labels.add(action.label)
  }
  return { ofPage: [...first, ...repeated], ofRows: [...ofRows.values()] }
}
