// Stage of a text or code file, with a choice of its encoding.
import { useQuery } from '@tanstack/react-query'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { replacedLetters } from '@lyceum/kit/text/replaced-letters'
import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../i18n.ts'
import { ReplacedNote } from '../parts/base/table/encoding-choice.tsx'
import { encodingOptions } from '../parts/base/table/encodings.ts'
import { ReadFailed } from '../parts/base/errors/read-failed.tsx'
import { useOpenQuery } from '../session/guest-reads.ts'
import { Bone } from '../ui/states.tsx'
import { showText } from './code-view.ts'
import type { StageProps } from './stage.ts'

/** The server detects the encoding; the reader can correct it. */
export default function TextStage({ view, zoom, onFit, tools, onRenew }: StageProps) {
  const t = useTexts('viewer')
  const [encoding, setEncoding] = useState<Encoding>()
  const query = useOpenQuery()
  const { data, error, errorUpdatedAt } = useQuery(
    query('GET /api/uploads/:id/text', { params: { id: view.id }, query: { grant: view.grant, ...(encoding && { encoding }) } }),
  )
  const box = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<EditorView>()
  useEffect(() => onFit(1), [])
  const text = data?.text
  useEffect(() => {
    if (text === undefined || !box.current) return
    const parent = box.current
    let mounted: EditorView | undefined
    let alive = true
    const extension = view.name.split('.').at(-1)?.toLowerCase() ?? ''
    void showText(parent, text, { extension, wraps: view.kind === 'text', label: view.name }).then((created) => {
      if (!alive) return created.destroy()
      mounted = created
      setEditor(created)
    })
    return () => {
      alive = false
      mounted?.destroy()
    }
  }, [text, view.name, view.kind])
  useEffect(() => editor?.requestMeasure(), [editor, zoom])
  if (error && !data)
    return (
      <div className="p-6">
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={onRenew} />
      </div>
    )
  return (
    <div className="flex h-full flex-col">
      {tools &&
        data &&
        createPortal(
          <select
            aria-label={t('encoding')}
            value={data.encoding}
            onChange={(event) => setEncoding(event.target.value as Encoding)}
            className="field-edge min-h-(--control-sm) px-1.5 text-small"
          >
            {encodingOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>,
          tools,
        )}
      {data && (
        <div className="px-4">
          <ReplacedNote replaced={replacedLetters(data.text)} />
        </div>
      )}
      {data?.truncated && <p className="bg-warn-soft px-4 py-1.5 text-small text-warn-text">{t('textCut')}</p>}
      {data ? (
        <div ref={box} className="min-h-0 flex-1" style={{ fontSize: `${Math.round(14 * (zoom ?? 1))}px` }} />
      ) : (
        <Bone className="m-6 h-64" />
      )}
    </div>
  )
}
