// Menu of the slash command: what can stand in a text, found by its name in the page's language or by English words. The text keeps the focus.
import { autoUpdate, flip, offset, shift, size, useFloating } from '@floating-ui/react'
import { type Editor, posToDOMRect } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  FileText,
  Heading1,
  Heading2,
  Heading3,
  Image as ImageIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Sigma,
  SquareCode,
  Table,
} from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { filterOptions, nextActive } from '../fields/combobox-filter.ts'
import { slashOf } from './editor-slash.ts'

export type SlashActs = { onFormula: () => void; onCode: () => void; onPick?: (kind: 'picture' | 'file') => void }
type Choice = { value: string; label: string; detail: string; icon: LucideIcon; act: () => void }

export function SlashMenu({
  editor,
  onFormula,
  onCode,
  onPick,
  onKey,
}: SlashActs & { editor: Editor; onKey: RefObject<(event: KeyboardEvent) => boolean> }) {
  const t = useTexts('editor')
  const id = useId()
  const slash = useEditorState({ editor, selector: ({ editor: current }) => slashOf(current.state) })
  const [active, setActive] = useState(0)
  const chain = () => editor.chain().focus()
  const heading = (level: 2 | 3 | 4, icon: LucideIcon): Choice => ({
    value: `heading${level}`,
    label: t('heading', { level: level - 1 }),
    detail: `heading title h${level - 1}`,
    icon,
    act: () => chain().setHeading({ level }).run(),
  })
  // `detail` holds the English words
  const choices: Choice[] = [
    heading(2, Heading1),
    heading(3, Heading2),
    heading(4, Heading3),
    { value: 'text', label: t('paragraph'), detail: 'text paragraph', icon: Pilcrow, act: () => chain().setParagraph().run() },
    { value: 'bullets', label: t('bulletList'), detail: 'bulleted list ul', icon: List, act: () => chain().toggleBulletList().run() },
    {
      value: 'numbers',
      label: t('orderedList'),
      detail: 'numbered list ol',
      icon: ListOrdered,
      act: () => chain().toggleOrderedList().run(),
    },
    ...(onPick
      ? [
          { value: 'picture', label: t('picture'), detail: 'picture image photo', icon: ImageIcon, act: () => onPick('picture') },
          { value: 'file', label: t('file'), detail: 'file attachment upload', icon: FileText, act: () => onPick('file') },
        ]
      : []),
    { value: 'quote', label: t('quote'), detail: 'quote', icon: Quote, act: () => chain().toggleBlockquote().run() },
    {
      value: 'table',
      label: t('insertTable'),
      detail: 'table',
      icon: Table,
      act: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    { value: 'formula', label: t('formula'), detail: 'formula math equation latex', icon: Sigma, act: onFormula },
    { value: 'code', label: t('codeBlock'), detail: 'code block program', icon: SquareCode, act: onCode },
    { value: 'divider', label: t('divider'), detail: 'divider line rule hr', icon: Minus, act: () => chain().setHorizontalRule().run() },
  ]
  const found = slash ? filterOptions(choices, slash.query) : []
  const shown = slash !== null && found.length > 0
  const at = Math.min(active, found.length - 1)
  const from = slash?.from
  const { refs, floatingStyles } = useFloating({
    open: shown,
    strategy: 'fixed',
    placement: 'bottom-start',
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(6),
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      // on a phone neither side has room for all of it
      size({
        padding: 8,
        apply: ({ availableHeight, elements }) => {
          elements.floating.style.maxHeight = `${Math.max(120, Math.min(460, availableHeight))}px`
        },
      }),
    ],
  })
  useLayoutEffect(() => {
    if (from === undefined) return
    refs.setPositionReference({
      contextElement: editor.view.dom,
      getBoundingClientRect: () => posToDOMRect(editor.view, Math.min(from, editor.state.doc.content.size), from),
    })
    setActive(0)
  }, [editor, from, refs])
  const query = slash?.query
  useEffect(() => {
    if (query !== undefined) setActive(0)
  }, [query])
  const optionId = (index: number) => `${id}-${index}`
  useLayoutEffect(() => {
    // the view is not there before its first use
    if (!shown) return
    const { dom } = editor.view
    dom.setAttribute('aria-controls', id)
    dom.setAttribute('aria-autocomplete', 'list')
    dom.setAttribute('aria-activedescendant', `${id}-${at}`)
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant']) dom.removeAttribute(name)
    }
  }, [editor, shown, id, at])
  const take = (choice: Choice | undefined) => {
    if (!choice || !slash) return
    editor.chain().focus().deleteRange({ from: slash.from, to: editor.state.selection.from }).run()
    choice.act()
  }
  onKey.current = ({ key }) => {
    if (!shown) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) setActive(nextActive(found, at, step))
    else if (key === 'Enter' || key === 'Tab') take(found[at])
    else return false
    return true
  }
  if (!shown) return null
  return (
    <div
      ref={refs.setFloating}
      id={id}
      role="listbox"
      aria-label={t('insertMenu')}
      // never reached: the text takes Tab while it is open
      tabIndex={0}
      style={floatingStyles}
      onMouseDown={(event) => event.preventDefault()}
      className="z-(--z-index-menu) w-60 overflow-y-auto rounded-card bg-raised p-1.5 shadow-float"
    >
      {found.map((choice, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the keys
        <div
          key={choice.value}
          id={optionId(index)}
          role="option"
          aria-selected={index === at}
          onMouseMove={() => setActive(index)}
          onClick={() => take(choice)}
          className={classes(
            'flex min-h-(--control) cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1 text-body',
            index === at && 'bg-hover',
          )}
        >
          <choice.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
          {choice.label}
        </div>
      ))}
    </div>
  )
}
