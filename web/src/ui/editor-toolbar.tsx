// The editor's toolbar: one stop of the Tab key, arrows inside (Alt+F10 from the text). A press leaves the caret where it is.
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
import { useTexts } from '../i18n.ts'
import { IconButton } from './icon-button.tsx'

type Blocks = 'paragraph' | '2' | '3' | '4'
const mac = /Mac|iPhone|iPad/.test(navigator.platform)
const mod = mac ? '⌘' : 'Ctrl+'

export function Toolbar({
  editor,
  onLink,
  onFormula,
  onPictures,
}: {
  editor: Editor
  onLink: () => void
  onFormula: () => void
  onPictures?: (files: File[]) => unknown
}) {
  const t = useTexts('editor')
  const bar = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [stop, setStop] = useState(0)
  const is = useEditorState({
    editor,
    selector: ({ editor: it }) => ({
      block: (it.isActive('heading', { level: 2 })
        ? '2'
        : it.isActive('heading', { level: 3 })
          ? '3'
          : it.isActive('heading', { level: 4 })
            ? '4'
            : 'paragraph') as Blocks,
      bold: it.isActive('bold'),
      italic: it.isActive('italic'),
      underline: it.isActive('underline'),
      strike: it.isActive('strike'),
      code: it.isActive('code'),
      bulletList: it.isActive('bulletList'),
      orderedList: it.isActive('orderedList'),
      blockquote: it.isActive('blockquote'),
      codeBlock: it.isActive('codeBlock'),
      link: it.isActive('link'),
      table: it.isActive('table'),
      undo: it.can().undo(),
      redo: it.can().redo(),
    }),
  })
  const controls = () => [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])]
  useLayoutEffect(() => {
    controls().forEach((one, at) => {
      one.tabIndex = at === stop ? 0 : -1
    })
  })
  const keys = (event: KeyboardEvent) => {
    const all = controls()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: (at + 1) % all.length, ArrowLeft: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Escape') {
      event.preventDefault()
      editor.commands.focus()
    }
    if (to === undefined) return
    event.preventDefault()
    setStop(to)
    all[to]?.focus()
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
      onKeyDown={keys}
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLSelectElement)) event.preventDefault()
      }}
      className="flex flex-wrap items-center gap-0.5 p-1"
    >
      <select
        aria-label={t('style')}
        value={is.block}
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
      {button(`${t('bold')} (${mod}B)`, Bold, () => chain().toggleBold().run(), is.bold)}
      {button(`${t('italic')} (${mod}I)`, Italic, () => chain().toggleItalic().run(), is.italic)}
      {button(`${t('underline')} (${mod}U)`, Underline, () => chain().toggleUnderline().run(), is.underline)}
      {button(t('strike'), Strikethrough, () => chain().toggleStrike().run(), is.strike)}
      {button(`${t('code')} (${mod}E)`, Code, () => chain().toggleCode().run(), is.code)}
      <Gap />
      {button(t('bulletList'), List, () => chain().toggleBulletList().run(), is.bulletList)}
      {button(t('orderedList'), ListOrdered, () => chain().toggleOrderedList().run(), is.orderedList)}
      {button(t('quote'), Quote, () => chain().toggleBlockquote().run(), is.blockquote)}
      <Gap />
      {button(`${t('link')} (${mod}K)`, Link, onLink, is.link)}
      {onPictures && button(t('picture'), ImageIcon, () => files.current?.click())}
      {button(t('insertTable'), Table, () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(), is.table, is.table)}
      {button(t('codeBlock'), SquareCode, () => chain().toggleCodeBlock().run(), is.codeBlock)}
      {button(t('formula'), Sigma, onFormula)}
      <Gap />
      {button(`${t('undo')} (${mod}Z)`, Undo2, () => chain().undo().run(), undefined, !is.undo)}
      {button(`${t('redo')} (${mac ? '⇧⌘Z' : 'Ctrl+Y'})`, Redo2, () => chain().redo().run(), undefined, !is.redo)}
      {onPictures && (
        <input
          ref={files}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ target }) => {
            onPictures([...(target.files ?? [])])
            target.value = ''
          }}
        />
      )}
    </div>
  )
}

const Gap = () => <span aria-hidden className="mx-0.5 h-4 w-px bg-line" />
