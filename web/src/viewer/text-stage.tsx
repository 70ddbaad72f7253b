import { useQuery } from '@tanstack/react-query'
import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CallFailed } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { problemText } from '../parts/errors/problem-text.ts'
import { query } from '../queries.ts'
import { timeWithSeconds } from '../ui/format.ts'
import { Bone, Failed } from '../ui/states.tsx'
import { showText } from './code-view.ts'
import type { StageProps } from './stage.ts'

const encodings = ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be', 'windows-874', 'windows-1252'] as const
type Encoding = (typeof encodings)[number]
const names: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  big5: 'Big5',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-874': 'Windows-874',
  'windows-1252': 'Windows-1252',
}

/** A text as text. The server finds out its encoding; where it is mistaken, the reader says which. */
export default function TextStage({ view, zoom, onFit, tools, onRenew }: StageProps) {
  const t = useTexts('viewer')
  const [encoding, setEncoding] = useState<Encoding>()
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
    let made: EditorView | undefined
    let alive = true
    const extension = view.name.split('.').at(-1)?.toLowerCase() ?? ''
    void showText(parent, text, { extension, wraps: view.kind === 'text', label: view.name }).then((one) => {
      if (!alive) return one.destroy()
      made = one
      setEditor(one)
    })
    return () => {
      alive = false
      made?.destroy()
    }
  }, [text, view.name, view.kind])
  useEffect(() => editor?.requestMeasure(), [editor, zoom])
  if (error && !data)
    return (
      <div className="p-6">
        <Failed
          title={problemText(error)}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(errorUpdatedAt)}
          onRetry={onRenew}
        />
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
            {encodings.map((one) => (
              <option key={one} value={one}>
                {names[one]}
              </option>
            ))}
          </select>,
          tools,
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
