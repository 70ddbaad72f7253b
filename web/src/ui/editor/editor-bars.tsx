// The bars below the editor's toolbar for the selected node: the address of a link, rows and columns of a table, text and width of a picture,
// language of a program.
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { codeLanguageOf } from '../text/code-languages.ts'
import { TextField } from '../fields/field.tsx'
import { LanguageOfCode } from './language-of-code.tsx'
import { Segmented } from '../fields/segmented.tsx'

const Bar = ({ label, children, onEscape }: { label: string; children: ReactNode; onEscape: () => void }) => (
  <div
    role="group"
    aria-label={label}
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }}
    className="flex flex-wrap items-end gap-2 border-t border-line px-2 py-1.5"
  >
    {children}
  </div>
)

/** The address of a typed link, such as "example.org/a" or "hana@example.org"; undefined for an address that may not be linked. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^(https?:\/\/|mailto:|\/(?!\/))\S+$/i.test(text)) return text
  return /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text) ? `https://${text}` : undefined
}

export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts('editor')
  const [address, setAddress] = useState<string>(editor.getAttributes('link').href ?? '')
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const isLinked = editor.isActive('link')
  const needsText = editor.state.selection.empty && !isLinked
  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const save = () => {
    const href = linkAddress(address)
    if (!href) return setInvalid(true)
    const chain = editor.chain().focus()
    if (needsText) chain.insertContent({ type: 'text', text: text || address, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const onKeyDown = (event: { key: string; preventDefault: () => void; nativeEvent: { isComposing: boolean } }) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <Bar label={t('link')} onEscape={close}>
      <TextField
        autoFocus
        label={t('address')}
        type="url"
        inputMode="url"
        value={address}
        onChange={(next) => {
          setAddress(next)
          setInvalid(false)
        }}
        onKeyDown={onKeyDown}
        {...(isInvalid && { error: t('addressWrong') })}
        className="min-w-48 flex-1"
      />
      {needsText && <TextField label={t('linkText')} value={text} onChange={setText} onKeyDown={onKeyDown} className="min-w-32 flex-1" />}
      <Button onClick={save}>{t(isLinked ? 'change' : 'insert')}</Button>
      {isLinked && (
        <Button
          variant="quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          {t('unlink')}
        </Button>
      )}
      <Button variant="quiet" onClick={close}>
        {t('cancel')}
      </Button>
    </Bar>
  )
}

export function TableBar({ editor }: { editor: Editor }) {
  const t = useTexts('editor')
  const inTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') })
  if (!inTable) return null
  const chain = () => editor.chain().focus()
  const button = (label: string, act: () => void) => (
    <Button size="sm" variant="quiet" onClick={act}>
      {label}
    </Button>
  )
  return (
    <Bar label={t('tableBar')} onEscape={() => editor.commands.focus()}>
      <div className="-mx-1 flex flex-wrap gap-0.5">
        {button(t('rowBelow'), () => chain().addRowAfter().run())}
        {button(t('columnRight'), () => chain().addColumnAfter().run())}
        {button(t('headerRow'), () => chain().toggleHeaderRow().run())}
        {button(t('mergeCells'), () => chain().mergeOrSplit().run())}
        {button(t('deleteRow'), () => chain().deleteRow().run())}
        {button(t('deleteColumn'), () => chain().deleteColumn().run())}
        {button(t('deleteTable'), () => chain().deleteTable().run())}
      </div>
    </Bar>
  )
}

export function PictureBar({ editor }: { editor: Editor }) {
  const t = useTexts('editor')
  const picture = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      state.selection instanceof NodeSelection && state.selection.node.type.name === 'image'
        ? {
            at: state.selection.from,
            alt: String(state.selection.node.attrs.alt ?? ''),
            width: String(state.selection.node.attrs.width ?? ''),
          }
        : null,
  })
  if (!picture) return null
  const change = (attrs: { alt?: string; width?: number | null }) => {
    const { state, view } = editor
    const node = state.doc.nodeAt(picture.at)
    if (!node) return
    const tr = state.tr.setNodeMarkup(picture.at, undefined, { ...node.attrs, ...attrs })
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, picture.at)))
  }
  return (
    <Bar label={t('picture')} onEscape={() => editor.commands.focus()}>
      <TextField
        label={t('alt')}
        help={t('altHelp')}
        value={picture.alt}
        onChange={(alt) => change({ alt })}
        maxLength={300}
        className="min-w-48 flex-1"
      />
      <Segmented
        label={t('width')}
        value={picture.width === '240' || picture.width === '480' ? picture.width : 'full'}
        onChange={(width) => change({ width: width === 'full' ? null : Number(width) })}
        options={[
          { value: '240', label: t('widthSmall') },
          { value: '480', label: t('widthMiddle') },
          { value: 'full', label: t('widthFull') },
        ]}
        className="mb-5"
      />
    </Bar>
  )
}

export function CodeBar({ editor, onCode }: { editor: Editor; onCode: () => void }) {
  const t = useTexts('editor')
  const language = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isActive('codeBlock') ? codeLanguageOf(current.getAttributes('codeBlock').language) : null),
  })
  if (language === null) return null
  return (
    <Bar label={t('codeBlock')} onEscape={() => editor.commands.focus()}>
      <LanguageOfCode
        value={language}
        onChange={(next) => editor.commands.updateAttributes('codeBlock', { language: next === 'text' ? null : next })}
        className="w-40"
      />
      <Button onClick={onCode}>{t('editCode')}</Button>
      <Button variant="quiet" onClick={() => editor.chain().focus().toggleCodeBlock().run()}>
        {t('codeToText')}
      </Button>
    </Bar>
  )
}
