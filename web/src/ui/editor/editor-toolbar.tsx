// The editor's toolbar: one tab stop, arrows inside (Alt+F10 from the text). A press leaves the caret unchanged.
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Image as ImageIcon,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Sigma,
  SquareCode,
  Strikethrough,
  Table,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'

type Blocks = 'paragraph' | '2' | '3' | '4'
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const modifier = isMac ? '⌘' : 'Ctrl+'

export function Toolbar({
  editor,
  onLink,
  onFormula,
  onCode,
  onPicture,
  oneLine = false,
}: {
  editor: Editor
  onLink: () => void
  onFormula: () => void
  onCode: () => void
  onPicture?: () => void
  /** Scrolls sideways where it does not fit, instead of taking more lines. */
  oneLine?: boolean
}) {
  const t = useTexts('editor')
  const bar = useRef<HTMLDivElement>(null)
  const [tabStop, setTabStop] = useState(0)
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      block: (current.isActive('heading', { level: 2 })
        ? '2'
        : current.isActive('heading', { level: 3 })
          ? '3'
          : current.isActive('heading', { level: 4 })
            ? '4'
            : 'paragraph') as Blocks,
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      strike: current.isActive('strike'),
      code: current.isActive('code'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      blockquote: current.isActive('blockquote'),
      codeBlock: current.isActive('codeBlock'),
      link: current.isActive('link'),
      table: current.isActive('table'),
      undo: current.can().undo(),
      redo: current.can().redo(),
    }),
  })
  const controls = () => [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])]
  useLayoutEffect(() => {
    controls().forEach((element, index) => {
      element.tabIndex = index === tabStop ? 0 : -1
    })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const elements = controls()
    const index = elements.indexOf(document.activeElement as HTMLElement)
    const target = {
      ArrowRight: (index + 1) % elements.length,
      ArrowLeft: (index - 1 + elements.length) % elements.length,
      Home: 0,
      End: elements.length - 1,
    }[event.key]
    if (event.key === 'Escape') {
      event.preventDefault()
      editor.commands.focus()
    }
    if (target === undefined) return
    event.preventDefault()
    setTabStop(target)
    elements[target]?.focus()
  }
  const chain = () => editor.chain().focus()
  const button = (label: string, icon: LucideIcon, act: () => void, pressed?: boolean, off?: boolean) => (
    <IconButton
      key={label}
      label={label}
      icon={icon}
      iconSize={16}
      size="sm"
      pressed={pressed}
      off={off ? t('nothingToDo') : undefined}
      onClick={act}
    />
  )
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('toolbar')}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLSelectElement)) event.preventDefault()
      }}
      className={classes(
        'flex items-center p-1',
        oneLine ? 'gap-px max-tablet:overflow-x-auto max-tablet:*:shrink-0 tablet:flex-wrap' : 'flex-wrap gap-0.5',
      )}
    >
      <select
        aria-label={t('style')}
        value={active.block}
        onChange={({ target: { value } }) => {
          if (value === 'paragraph') chain().setParagraph().run()
          else
            chain()
              .setHeading({ level: Number(value) as 2 | 3 | 4 })
              .run()
        }}
        className="min-h-(--control-sm) rounded-control bg-transparent px-1.5 text-small hover:bg-hover"
      >
        <option value="paragraph">{t('paragraph')}</option>
        <option value="2">{t('heading', { level: 1 })}</option>
        <option value="3">{t('heading', { level: 2 })}</option>
        <option value="4">{t('heading', { level: 3 })}</option>
      </select>
      <Gap />
      {button(`${t('bold')} (${modifier}B)`, Bold, () => chain().toggleBold().run(), active.bold)}
      {button(`${t('italic')} (${modifier}I)`, Italic, () => chain().toggleItalic().run(), active.italic)}
      {button(`${t('underline')} (${modifier}U)`, Underline, () => chain().toggleUnderline().run(), active.underline)}
      {button(t('strike'), Strikethrough, () => chain().toggleStrike().run(), active.strike)}
      {button(`${t('code')} (${modifier}E)`, Code, () => chain().toggleCode().run(), active.code)}
      <Gap />
      {button(t('bulletList'), List, () => chain().toggleBulletList().run(), active.bulletList)}
      {button(t('orderedList'), ListOrdered, () => chain().toggleOrderedList().run(), active.orderedList)}
      {button(t('quote'), Quote, () => chain().toggleBlockquote().run(), active.blockquote)}
      <Gap />
      {button(`${t('link')} (${modifier}K)`, Link, onLink, active.link)}
      {onPicture && button(t('picture'), ImageIcon, onPicture)}
      {button(
        t('insertTable'),
        Table,
        () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
        active.table,
        active.table,
      )}
      {button(t('codeBlock'), SquareCode, onCode, active.codeBlock)}
      {button(t('formula'), Sigma, onFormula)}
      <Gap />
      {button(`${t('undo')} (${modifier}Z)`, Undo2, () => chain().undo().run(), undefined, !active.undo)}
      {button(`${t('redo')} (${isMac ? '⇧⌘Z' : 'Ctrl+Y'})`, Redo2, () => chain().redo().run(), undefined, !active.redo)}
    </div>
  )
}

const Gap = () => <span aria-hidden className="mx-0.5 h-4 w-px bg-line" />
