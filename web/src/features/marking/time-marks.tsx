// Comments on moments of a recording, below it: a click goes there. One is a mark from its first letter on, so that leaving the work loses none.
import { MessageSquarePlus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { clock } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { colours, type Mark } from '../../anchors/mark.ts'
import type { NewMark } from '../../anchors/use-drawing.ts'

const nothing = () => {}

export function TimeMarks({
  marks,
  readOnly,
  onAdd = () => '',
  onChange = nothing,
  onRemove = nothing,
  onDropSilent = nothing,
}: {
  marks: readonly Mark[]
  readOnly: boolean
  /** Returns its id. */
  onAdd?: (mark: NewMark) => string
  onChange?: (mark: Mark, text: string) => void
  onRemove?: (mark: Mark) => void
  /** Drops it if it says nothing. */
  onDropSilent?: (id: string) => void
}) {
  const t = useTexts('marking')
  const box = useRef<HTMLDivElement>(null)
  /** The one begun last; empty, it stays while the recording is heard again. */
  const begun = useRef('')
  const drop = useRef(onDropSilent)
  drop.current = onDropSilent
  useEffect(() => () => drop.current(begun.current), [])
  const player = () => box.current?.parentElement?.querySelector<HTMLMediaElement>('video, audio')
  const go = (to: number) => {
    const media = player()
    if (media) media.currentTime = to
  }
  const begin = () => {
    onDropSilent(begun.current)
    begun.current = onAdd({
      kind: 'comment',
      shape: { from: Math.floor(player()?.currentTime ?? 0) },
      text: '',
      colour: colours.red,
    })
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
                  autoFocus={mark.id === begun.current}
                  onBlur={() => {
                    if (mark.id !== begun.current) onDropSilent(mark.id)
                  }}
                  onChange={(text) => onChange(mark, text)}
                  className="flex-1"
                />
                <IconButton size="sm" label={t('removeMark')} icon={Trash2} onClick={() => onRemove(mark)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <Button size="sm" icon={MessageSquarePlus} className="mt-2" onClick={begin}>
          {t('commentNow')}
        </Button>
      )}
    </div>
  )
}
