// Comments on moments of a recording, below it: a click goes there.
import { MessageSquarePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { clock } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { colours, type Mark } from '../../viewer/marks/mark.ts'
import type { NewMark } from '../../viewer/marks/use-drawing.ts'

export function TimeMarks({
  marks,
  readOnly,
  onAdd,
  onChange,
  onRemove,
}: {
  marks: readonly Mark[]
  readOnly: boolean
  onAdd: (mark: NewMark) => void
  onChange: (mark: Mark, text: string) => void
  onRemove: (mark: Mark) => void
}) {
  const t = useTexts('marking')
  const box = useRef<HTMLDivElement>(null)
  const [written, setWritten] = useState<{ at: number; text: string }>()
  const player = () => box.current?.parentElement?.querySelector<HTMLMediaElement>('video, audio')
  const go = (to: number) => {
    const media = player()
    if (media) media.currentTime = to
  }
  const save = () => {
    if (written?.text.trim()) onAdd({ kind: 'comment', shape: { from: written.at }, text: written.text.trim(), colour: colours.red })
    setWritten(undefined)
  }
  const sorted = [...marks].sort((a, b) => (a.shape.from ?? 0) - (b.shape.from ?? 0))
  return (
    <div ref={box} className="max-h-[40%] shrink-0 overflow-y-auto border-t border-line bg-surface p-3">
      <ul aria-label={t('commentsOnTimes')} className="space-y-1.5">
        {sorted.map((mark) => (
          <li key={mark.id} className="flex items-start gap-2">
            <Button variant="link" className="tabular" onClick={() => go(mark.shape.from ?? 0)}>
              {clock(mark.shape.from ?? 0)}
            </Button>
            {readOnly ? (
              <p className="min-w-0 flex-1 whitespace-pre-wrap wrap-break-word">{mark.text}</p>
            ) : (
              <>
                <TextArea
                  hideLabel
                  label={t('commentAt', { time: clock(mark.shape.from ?? 0) })}
                  rows={1}
                  value={mark.text}
                  onChange={(text) => onChange(mark, text)}
                  className="flex-1"
                />
                <IconButton size="sm" label={t('removeMark')} icon={Trash2} onClick={() => onRemove(mark)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {!readOnly &&
        (written ? (
          <div className="mt-2 space-y-2">
            <TextArea
              label={t('commentAt', { time: clock(written.at) })}
              rows={2}
              autoFocus
              value={written.text}
              onChange={(text) => setWritten({ ...written, text })}
            />
            <Button size="sm" variant="soft" onClick={save}>
              {t('keepComment')}
            </Button>
          </div>
        ) : (
          <Button
            size="sm"
            icon={MessageSquarePlus}
            className="mt-2"
            onClick={() => setWritten({ at: Math.floor(player()?.currentTime ?? 0), text: '' })}
          >
            {t('commentNow')}
          </Button>
        ))}
    </div>
  )
}
