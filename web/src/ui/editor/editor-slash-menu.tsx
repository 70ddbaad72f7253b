// Menu of the slash command: what can stand in a text, found by its name in the page's language or by English words. The text keeps the focus.
import type { Editor } from '@tiptap/core'
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
import type { RefObject } from 'react'
import { useTexts } from '../../i18n.ts'
import { filterOptions } from '../fields/combobox-filter.ts'
import { typedOf } from './editor-typed.ts'
import { TypedMenu } from './editor-typed-menu.tsx'

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
  const slash = useEditorState({ editor, selector: ({ editor: current }) => typedOf('slash', current.state) })
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
  return <TypedMenu editor={editor} typed={slash} choices={found} label={t('insertMenu')} onKey={onKey} onTake={(choice) => choice.act()} />
}
