// The rich text editor behind rich-text-editor.tsx, which alone loads it.
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { CodeDialog } from './code-dialog.tsx'
import { CodeBar, LinkBar, PictureBar, TableBar } from './editor-bars.tsx'
import { insertProgram, type PlacedProgram, programAt } from './editor-code.ts'
import { extensions, type EditorHooks } from './editor-nodes.ts'
import { MentionMenu } from './editor-mention-menu.tsx'
import { SlashMenu } from './editor-slash-menu.tsx'
import { Toolbar } from './editor-toolbar.tsx'
import { typedCommands } from './editor-typed.ts'
import { createIncomings, nothingOnTheWay } from './editor-uploads.ts'
import { type Formula, FormulaDialog } from './formula-dialog.tsx'
import { pastedHtml } from './pasted-html.ts'
import type { PanelProps } from './rich-text-editor.tsx'
import { list } from '../format.ts'
import { TextFiles } from '../text-files.ts'
import '../text/rich-text.css'

/** A spreadsheet's cells and a document's text come with a picture of themselves; a copied picture's HTML is an image alone. */
function hasFormattedText(data: DataTransfer): boolean {
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  for (const unseen of body.querySelectorAll('style, script')) unseen.remove()
  return !!body.textContent?.trim()
}

/** It loads late: who has begun to write elsewhere stays there. */
function isTyping(): boolean {
  const { activeElement: active } = document
  return active instanceof HTMLElement && (active.isContentEditable || active.matches('textarea, input:not([type=radio], [type=checkbox])'))
}

export default function Panel({
  label,
  value,
  onChange,
  onBlur,
  uploadFile,
  onFiles,
  pictureSource,
  findMentions,
  placeholder,
  minHeight = 160,
  whole = false,
  readOnly = false,
  autoFocus = false,
  describedBy,
  invalid,
}: PanelProps) {
  const t = useTexts('editor')
  const ui = useTexts('ui')
  const root = useRef<HTMLDivElement>(null)
  const [formula, setFormula] = useState<Formula & { position?: number }>()
  const [program, setProgram] = useState<PlacedProgram>()
  const [linking, setLinking] = useState(false)
  const [lost, setLost] = useState('')
  const [waiting, setWaiting] = useState(nothingOnTheWay)
  const id = useId()
  const registerFiles = useContext(TextFiles)
  const fileInput = useRef<HTMLInputElement>(null)
  const slashKey = useRef<(event: KeyboardEvent) => boolean>(() => false)
  const mentionKey = useRef<(event: KeyboardEvent) => boolean>(() => false)
  const [typing] = useState(() => [
    typedCommands('slash', (event) => slashKey.current(event)),
    ...(findMentions ? [typedCommands('mention', (event) => mentionKey.current(event))] : []),
  ])
  const reported = useRef(value)
  /** Object URLs of pictures uploaded in this session, by upload id. */
  const localPictures = useRef(new Map<string, string>())
  const callbacks = useRef({ onChange, onBlur, pictureSource, uploadFile, onFiles, t, ui })
  callbacks.current = { onChange, onBlur, pictureSource, uploadFile, onFiles, t, ui }
  const [hooks] = useState<EditorHooks>(() => ({
    openFormula: (position, formula) => setFormula({ ...formula, position }),
    newFormula: () => setFormula({ latex: '', block: false }),
    openLink: () => setLinking(true),
    toToolbar: () => root.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus(),
    pictureMissing: () => callbacks.current.ui('pictureMissing'),
    pictureSource: (upload) => localPictures.current.get(upload) ?? callbacks.current.pictureSource?.(upload),
  }))
  const [incomings] = useState(() =>
    createIncomings({
      upload: (file, onPercent) => callbacks.current.uploadFile?.(file, onPercent) ?? Promise.reject(new Error()),
      texts: () => {
        const { t: say } = callbacks.current
        return {
          sending: (name) => say('uploadingFile', { name }),
          failed: (name, why) => say('fileFailed', { name, why }),
          retry: say('retry'),
          remove: say('remove'),
        }
      },
      onArrived: (upload, file) => localPictures.current.set(upload, URL.createObjectURL(file)),
      onCount: (count) => {
        setWaiting(count)
        registerFiles?.(id, count)
        callbacks.current.onFiles?.(count)
      },
    }),
  )
  const editor = useEditor({
    extensions: extensions(hooks, [incomings.extension, ...typing]),
    content: value,
    editable: !readOnly,
    shouldRerenderOnTransaction: false,
    onCreate: ({ editor: current }) => incomings.attach(current),
    onUpdate: ({ editor: current }) => {
      incomings.settle()
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
        ...(placeholder && { 'aria-placeholder': placeholder }),
        class: 'rich-text outline-none',
        style: `min-height: ${minHeight}px`,
      },
      transformPastedHTML: (html) => {
        const pasted = pastedHtml(html, callbacks.current.uploadFile !== undefined)
        const gone = Object.entries(pasted.lost).map(([name, count]) => (count > 1 ? `${name} (${count})` : name))
        setLost(list(gone))
        // behind what is pasted, once it stands there
        if (pasted.pictures.length > 0) queueMicrotask(() => addFiles(pasted.pictures))
        return pasted.html
      },
      handlePaste: (_, { clipboardData: data }) => data !== null && !hasFormattedText(data) && addFiles([...data.files]),
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (files.length > 0 && position !== undefined) editor?.commands.setTextSelection(position)
        const handled = addFiles(files)
        if (handled) event.preventDefault()
        return handled
      },
    },
  })
  // in an effect: onCreate may come before the page is shown, when nothing in it can have the focus; Tiptap's own way takes the focus a frame
  // later, from whatever has been chosen meanwhile. An editor whose page is shown late has been destroyed, and another one follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each editor
  useEffect(() => {
    if (!editor || editor.isDestroyed || !autoFocus) return
    editor.commands.setTextSelection(editor.state.doc.content.size)
    if (!isTyping()) editor.view.focus()
  }, [editor])
  useEffect(() => {
    if (!editor || value === reported.current) return
    reported.current = value
    editor.commands.setContent(value, { emitUpdate: false })
    incomings.settle()
  }, [editor, value, incomings])
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useEffect(() => () => registerFiles?.(id, nothingOnTheWay), [registerFiles, id])
  useEffect(
    () => () => {
      for (const address of localPictures.current.values()) URL.revokeObjectURL(address)
    },
    [],
  )
  const isEmpty = useEditorState({ editor, selector: ({ editor: current }) => current?.isEmpty ?? true })
  /** Returns whether it took the files. */
  function addFiles(files: File[]): boolean {
    if (!callbacks.current.uploadFile || files.length === 0) return false
    incomings.add(files)
    return true
  }
  const pick = (kind: 'picture' | 'file') => {
    const input = fileInput.current
    if (!input) return
    input.accept = kind === 'picture' ? 'image/*' : ''
    input.click()
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
  const openCode = () => setProgram(programAt(editor))
  return (
    <div
      ref={root}
      aria-invalid={invalid || undefined}
      className={classes('rich-editor', !whole && 'field-edge', readOnly && '!border-line !bg-sunken')}
    >
      {!readOnly && (
        <div
          // the text of a field scrolls below its toolbar
          className={classes(
            'border-b border-line bg-surface',
            whole
              ? 'sticky top-[calc(var(--shown-bar)+56px)] z-(--z-index-head) -mr-16 -ml-8 pl-[22px] max-tablet:-mx-4 max-tablet:px-3 [@media(max-height:400px)]:static'
              : 'rounded-t-control',
          )}
        >
          <Toolbar
            editor={editor}
            onLink={hooks.openLink}
            onFormula={hooks.newFormula}
            onCode={openCode}
            oneLine={whole}
            {...(uploadFile && { onPicture: () => pick('picture') })}
          />
          {linking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
          <TableBar editor={editor} />
          <PictureBar editor={editor} />
          <CodeBar editor={editor} onCode={openCode} />
        </div>
      )}
      <div className="relative">
        {placeholder && isEmpty && (
          <p
            aria-hidden
            className={classes(
              'pointer-events-none absolute text-text-3',
              whole ? 'inset-x-0 top-4 text-read' : 'inset-x-3 top-2 text-body',
            )}
          >
            {placeholder}
          </p>
        )}
        <EditorContent editor={editor} className={whole ? 'py-4 text-read' : 'max-h-[60dvh] overflow-y-auto px-3 py-2 text-body'} />
      </div>
      <p role="status" className={lost ? classes('pb-2 text-caption text-text-2', !whole && 'px-3') : 'screen-reader'}>
        {lost && t('pastedWithout', { elements: lost })}
      </p>
      <p role="status" className="screen-reader">
        {waiting.failed > 0
          ? t('filesFailed', { count: waiting.failed })
          : waiting.sending > 0 && t('filesSending', { count: waiting.sending })}
      </p>
      {!readOnly && (
        <SlashMenu editor={editor} onFormula={hooks.newFormula} onCode={openCode} onKey={slashKey} {...(uploadFile && { onPick: pick })} />
      )}
      {!readOnly && findMentions && <MentionMenu editor={editor} find={findMentions} onKey={mentionKey} />}
      {uploadFile && (
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            addFiles([...(target.files ?? [])])
            target.value = ''
          }}
        />
      )}
      {formula && <FormulaDialog start={formula} onSave={insertFormula} onClose={() => setFormula(undefined)} />}
      {program && (
        <CodeDialog
          start={program}
          onSave={(next) => {
            insertProgram(editor, next, program.position)
            setProgram(undefined)
          }}
          onClose={() => setProgram(undefined)}
        />
      )}
    </div>
  )
}
