// The rich text editor itself; only rich-text-editor.tsx loads it.
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from './class-names.ts'
import { LinkBar, PictureBar, TableBar } from './editor-bars.tsx'
import { extensions, type Hooks } from './editor-nodes.ts'
import { Toolbar } from './editor-toolbar.tsx'
import { type Formula, FormulaDialog } from './formula-dialog.tsx'
import { Spinner } from './progress.tsx'
import type { PanelProps } from './rich-text-editor.tsx'
import { list } from './format.ts'
import './rich-text.css'

const isPicture = (file: File) => /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type)

export default function Panel({
  label,
  value,
  onChange,
  onBlur,
  uploadPicture,
  pictureSource,
  minHeight = 160,
  readOnly = false,
  autoFocus = false,
  describedBy,
  invalid,
}: PanelProps) {
  const t = useTexts('editor')
  const root = useRef<HTMLDivElement>(null)
  const [formula, setFormula] = useState<Formula & { at?: number }>()
  const [linking, setLinking] = useState(false)
  const [going, setGoing] = useState<string[]>([])
  const [failed, setFailed] = useState('')
  const reported = useRef(value)
  /** Pictures of this sitting, seen before the server shows them. */
  const fresh = useRef(new Map<string, string>())
  const now = useRef({ onChange, onBlur, pictureSource, uploadPicture })
  now.current = { onChange, onBlur, pictureSource, uploadPicture }
  const [hooks] = useState<Hooks>(() => ({
    openFormula: (at, one) => setFormula({ ...one, at }),
    newFormula: () => setFormula({ latex: '', block: false }),
    openLink: () => setLinking(true),
    toToolbar: () => root.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus(),
    pictureSource: (upload) => fresh.current.get(upload) ?? now.current.pictureSource?.(upload),
  }))
  const editor = useEditor({
    extensions: extensions(hooks),
    content: value,
    autofocus: autoFocus ? 'end' : false,
    editable: !readOnly,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: it }) => {
      reported.current = it.isEmpty ? '' : it.getHTML()
      now.current.onChange(reported.current)
    },
    onBlur: () => now.current.onBlur?.(),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(invalid && { 'aria-invalid': 'true' }),
        ...(readOnly && { 'aria-readonly': 'true' }),
        class: 'rich-text outline-none',
        style: `min-height: ${minHeight}px`,
      },
      handlePaste: (_, event) => take([...(event.clipboardData?.files ?? [])]),
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (files.length > 0 && at !== undefined) editor?.commands.setTextSelection(at)
        const taken = take(files)
        if (taken) event.preventDefault()
        return taken
      },
    },
  })
  useEffect(() => {
    if (!editor || value === reported.current) return
    reported.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useEffect(
    () => () => {
      for (const address of fresh.current.values()) URL.revokeObjectURL(address)
    },
    [],
  )
  /** Whether there were pictures among the files; they go up, and stand where the caret is when they have arrived. */
  function take(files: File[]): boolean {
    const pictures = files.filter(isPicture)
    if (!now.current.uploadPicture || files.length === 0) return false
    setFailed(pictures.length < files.length ? t('notPicture') : '')
    for (const file of pictures) {
      setGoing((names) => [...names, file.name])
      now.current
        .uploadPicture(file)
        .then(
          (upload) => {
            fresh.current.set(upload, URL.createObjectURL(file))
            editor
              ?.chain()
              .focus()
              .insertContent({ type: 'image', attrs: { upload, alt: '' } })
              .run()
          },
          (error: unknown) => setFailed(t('pictureFailed', { name: file.name, why: error instanceof Error ? error.message : '' })),
        )
        .finally(() => setGoing((names) => names.toSpliced(names.indexOf(file.name), 1)))
    }
    return true
  }
  if (!editor) return null
  const place = ({ latex, block }: Formula) => {
    const node = { type: block ? 'formulaBlock' : 'formula', attrs: { latex } }
    const chain = editor.chain().focus()
    if (formula?.at === undefined) chain.insertContent(node).run()
    else
      chain
        .deleteRange({ from: formula.at, to: formula.at + 1 })
        .insertContentAt(formula.at, node)
        .run()
    setFormula(undefined)
  }
  return (
    <div
      ref={root}
      aria-invalid={invalid || undefined}
      className={classes('field-edge rich-editor', readOnly && '!border-line !bg-sunken')}
    >
      {!readOnly && (
        <div className="sticky top-0 z-(--z-index-head) rounded-t-control border-b border-line bg-surface">
          <Toolbar editor={editor} onLink={hooks.openLink} onFormula={hooks.newFormula} {...(uploadPicture && { onPictures: take })} />
          {linking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
          <TableBar editor={editor} />
          <PictureBar editor={editor} />
          {(going.length > 0 || failed) && (
            <p
              role="status"
              className={classes('flex items-center gap-2 px-3 py-1.5 text-caption', failed ? 'text-bad-text' : 'text-text-2')}
            >
              {going.length > 0 && <Spinner size={12} />}
              {failed || t('uploadingPicture', { name: list(going) })}
            </p>
          )}
        </div>
      )}
      <EditorContent editor={editor} className="max-h-[60dvh] overflow-y-auto px-3 py-2 text-body" />
      {formula && <FormulaDialog start={formula} onSave={place} onClose={() => setFormula(undefined)} />}
    </div>
  )
}
