// The rich text editor behind rich-text-editor.tsx, which alone loads it.
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from './class-names.ts'
import { LinkBar, PictureBar, TableBar } from './editor-bars.tsx'
import { extensions, type EditorHooks } from './editor-nodes.ts'
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
  const [formula, setFormula] = useState<Formula & { position?: number }>()
  const [linking, setLinking] = useState(false)
  const [uploading, setUploading] = useState<string[]>([])
  const [failure, setFailure] = useState('')
  const reported = useRef(value)
  /** Object URLs of pictures uploaded in this session, by upload id. */
  const localPictures = useRef(new Map<string, string>())
  const callbacks = useRef({ onChange, onBlur, pictureSource, uploadPicture })
  callbacks.current = { onChange, onBlur, pictureSource, uploadPicture }
  const [hooks] = useState<EditorHooks>(() => ({
    openFormula: (position, formula) => setFormula({ ...formula, position }),
    newFormula: () => setFormula({ latex: '', block: false }),
    openLink: () => setLinking(true),
    toToolbar: () => root.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus(),
    pictureSource: (upload) => localPictures.current.get(upload) ?? callbacks.current.pictureSource?.(upload),
  }))
  const editor = useEditor({
    extensions: extensions(hooks),
    content: value,
    autofocus: autoFocus ? 'end' : false,
    editable: !readOnly,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: current }) => {
      reported.current = current.isEmpty ? '' : current.getHTML()
      callbacks.current.onChange(reported.current)
    },
    onBlur: () => callbacks.current.onBlur?.(),
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
      handlePaste: (_, event) => addPictures([...(event.clipboardData?.files ?? [])]),
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (files.length > 0 && position !== undefined) editor?.commands.setTextSelection(position)
        const handled = addPictures(files)
        if (handled) event.preventDefault()
        return handled
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
      for (const address of localPictures.current.values()) URL.revokeObjectURL(address)
    },
    [],
  )
  /** Uploads the pictures among the files and inserts each at the caret once it is uploaded. Returns whether it handled the files. */
  function addPictures(files: File[]): boolean {
    const pictures = files.filter(isPicture)
    if (!callbacks.current.uploadPicture || files.length === 0) return false
    setFailure(pictures.length < files.length ? t('notPicture') : '')
    for (const file of pictures) {
      setUploading((names) => [...names, file.name])
      callbacks.current
        .uploadPicture(file)
        .then(
          (upload) => {
            localPictures.current.set(upload, URL.createObjectURL(file))
            editor
              ?.chain()
              .focus()
              .insertContent({ type: 'image', attrs: { upload, alt: '' } })
              .run()
          },
          (error: unknown) => setFailure(t('pictureFailed', { name: file.name, why: error instanceof Error ? error.message : '' })),
        )
        .finally(() => setUploading((names) => names.toSpliced(names.indexOf(file.name), 1)))
    }
    return true
  }
  if (!editor) return null
  const insertFormula = ({ latex, block }: Formula) => {
    const node = { type: block ? 'formulaBlock' : 'formula', attrs: { latex } }
    const chain = editor.chain().focus()
    if (formula?.position === undefined) chain.insertContent(node).run()
    else
      chain
        .deleteRange({ from: formula.position, to: formula.position + 1 })
        .insertContentAt(formula.position, node)
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
          <Toolbar
            editor={editor}
            onLink={hooks.openLink}
            onFormula={hooks.newFormula}
            {...(uploadPicture && { onPictures: addPictures })}
          />
          {linking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
          <TableBar editor={editor} />
          <PictureBar editor={editor} />
          {(uploading.length > 0 || failure) && (
            <p
              role="status"
              className={classes('flex items-center gap-2 px-3 py-1.5 text-caption', failure ? 'text-bad-text' : 'text-text-2')}
            >
              {uploading.length > 0 && <Spinner size={12} />}
              {failure || t('uploadingPicture', { name: list(uploading) })}
            </p>
          )}
        </div>
      )}
      <EditorContent editor={editor} className="max-h-[60dvh] overflow-y-auto px-3 py-2 text-body" />
      {formula && <FormulaDialog start={formula} onSave={insertFormula} onClose={() => setFormula(undefined)} />}
    </div>
  )
}
