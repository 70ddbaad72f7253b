// Displayed rich text: HTML of the allow-list (kit/rich-text), sanitised again here. Formulas become MathML, programs get colours, pictures and links that reference an upload
// get their address from the caller, tables scroll in a frame of their own.
import DOMPurify from 'dompurify'
import { richAttributes, richTags, targetPrefix } from '@lyceum/kit/text/rich-text'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { giveDirections } from './direction.ts'
import { showMissing, showIfMissing } from './missing-picture.ts'
import './rich-text.css'

const rules = {
  ALLOWED_TAGS: richTags,
  ALLOWED_ATTR: [...new Set(Object.values(richAttributes).flat())],
  // no addresses: person:<id> and f:X would be those of a scheme that nobody knows
  ADD_URI_SAFE_ATTR: ['data-latex', 'data-mention'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
}

/** Sanitised HTML as nodes, by the allow-list that the server applies before it stores a text. */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, rules)
  for (const element of fragment.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (!richAttributes[element.localName]?.includes(name)) element.removeAttribute(name)
  for (const target of fragment.querySelectorAll('[id]')) if (!target.id.startsWith(targetPrefix)) target.removeAttribute('id')
  // a picture on another server, in a text of an older release: the page's policy does not load it
  for (const picture of fragment.querySelectorAll<HTMLImageElement>('img[src^="http" i]')) {
    const link = document.createElement('a')
    link.href = picture.getAttribute('src') ?? ''
    link.rel = 'noopener noreferrer'
    link.textContent = picture.alt || link.href
    picture.replaceWith(link)
  }
  return fragment
}

export function RichText({
  html,
  files,
  onOpenFile,
  size = 'read',
  lang,
  className,
}: {
  html: string
  /** The addresses of pictures and attachments by their upload's id. */
  files?: ReadonlyMap<string, string> | undefined
  /** Opens an attachment; without it the browser does. */
  onOpenFile?: (upload: string) => void
  /** `read` for pages and questions, `body` for descriptions and comments. */
  size?: 'read' | 'body'
  lang?: string
  className?: string
}) {
  const t = useTexts('ui')
  const root = useRef<HTMLDivElement>(null)
  const tableLabel = t('table')
  const pictureMissing = t('pictureMissing')
  useLayoutEffect(() => {
    const fragment = cleanFragment(html)
    for (const link of fragment.querySelectorAll('a')) {
      const { upload } = link.dataset
      if (upload !== undefined) {
        const address = files?.get(upload)
        if (address) link.href = address
        link.rel = 'noopener noreferrer'
        link.target = '_blank'
        continue
      }
      const isOwnOrigin = URL.parse(link.href, window.location.href)?.origin === window.location.origin
      link.rel = 'noopener noreferrer'
      if (isOwnOrigin) link.removeAttribute('target')
      else link.target = '_blank'
    }
    for (const picture of fragment.querySelectorAll('img')) {
      picture.loading = 'lazy'
      picture.decoding = 'async'
      if (!picture.hasAttribute('alt')) picture.alt = ''
      const source = picture.dataset.upload && files?.get(picture.dataset.upload)
      if (source) {
        picture.src = source
        showIfMissing(picture, pictureMissing)
      } else if (picture.dataset.upload && files) showMissing(picture, pictureMissing)
    }
    for (const table of fragment.querySelectorAll('table')) {
      if (table.parentElement?.closest('table')) continue
      const frame = document.createElement('div')
      frame.className = 'rich-table'
      frame.tabIndex = 0
      frame.setAttribute('role', 'group')
      frame.setAttribute('aria-label', table.caption?.textContent ?? tableLabel)
      table.replaceWith(frame)
      frame.append(table)
    }
    // scrolled by keys where it is wider than its text; without a label, which would stand for its text in the name of an option
    for (const program of fragment.querySelectorAll('pre')) program.tabIndex = 0
    const formulas = [...fragment.querySelectorAll<HTMLElement>('[data-latex]')]
    const direction = giveDirections(fragment)
    const programs = [...fragment.querySelectorAll<HTMLElement>('pre > code[data-language]')]
    if (root.current) {
      root.current.replaceChildren(fragment)
      if (direction === 'rtl') root.current.dir = direction
      else root.current.removeAttribute('dir')
    }
    if (formulas.length > 0)
      void import('./formula-view.ts').then(
        ({ showFormula }) => formulas.forEach(showFormula),
        () => {},
      )
    if (programs.length > 0)
      void import('./code-highlight.ts').then(
        ({ showCode }) => Promise.all(programs.map(showCode)),
        () => {},
      )
  }, [html, files, tableLabel, pictureMissing])
  const latestOpen = useRef(onOpenFile)
  useLayoutEffect(() => {
    latestOpen.current = onOpenFile
  })
  useLayoutEffect(() => {
    const element = root.current
    const openFile = (event: MouseEvent) => {
      const pressed = event.target as Element
      // within this text: another one of the page may have the same names
      const target = pressed.closest('a')?.getAttribute('href')
      if (target?.startsWith(`#${targetPrefix}`)) {
        event.preventDefault()
        const place = element?.querySelector<HTMLElement>(`[id="${CSS.escape(target.slice(1))}"]`)
        place?.setAttribute('tabindex', '-1')
        place?.focus()
        place?.scrollIntoView()
        return
      }
      const upload = pressed.closest<HTMLAnchorElement>('a[data-upload][href]')?.dataset.upload
      // with a key held the browser opens it elsewhere
      if (!upload || !latestOpen.current || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      latestOpen.current(upload)
    }
    element?.addEventListener('click', openFile)
    return () => element?.removeEventListener('click', openFile)
  }, [])
  return <div ref={root} lang={lang} className={classes('rich-text', size === 'read' ? 'text-read' : 'text-body', className)} />
}
