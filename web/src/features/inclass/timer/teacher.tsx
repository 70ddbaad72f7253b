// The timer for who teaches: started with minutes of one's own or of a button, halted, gone on with, taken away. Starting it shows it to everybody.
import { Pause, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { leftUntil } from '../../../parts/learning/attempts/server-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { attemptChange, changeClass } from '../queries.ts'
import type { TeacherProps } from '../tools.ts'
import { Dial } from './dial.tsx'

const offered = [1, 3, 5, 10]
const mostMinutes = 180

export default function TeacherTimer({ session }: TeacherProps) {
  const t = useTexts('inclass')
  const { id, timer, shown } = session
  const [minutes, setMinutes] = useState<number | null>(5)
  const [busy, setBusy] = useState(false)
  const change = async (next: { seconds: number; running: boolean } | null) => {
    setBusy(true)
    await attemptChange(id, () =>
      changeClass(id, { timer: next, ...(next?.running && shown?.view !== 'timer' && { shown: { view: 'timer' } }) }),
    )
    setBusy(false)
  }
  const start = (seconds: number) => void change({ seconds, running: true })
  const left = timer?.ends_at ? Math.ceil(leftUntil(timer.ends_at) / 1000) : (timer?.seconds ?? 0)
  return (
    <div className="flex flex-wrap items-start gap-8">
      {timer && (
        <div className="w-[min(360px,100%)] space-y-4">
          <Dial timer={timer} large={false} />
          <div className="flex flex-wrap justify-center gap-2">
            {timer.ends_at ? (
              <Button
                icon={Pause}
                busy={busy}
                onClick={() => void change({ seconds: Math.max(1, Math.ceil(leftUntil(timer.ends_at ?? '') / 1000)), running: false })}
              >
                {t('halt')}
              </Button>
            ) : (
              <Button icon={Play} variant="primary" busy={busy} onClick={() => start(Math.max(1, left))}>
                {t('goOn')}
              </Button>
            )}
            <Button icon={Square} busy={busy} onClick={() => void change(null)}>
              {t('stopTimer')}
            </Button>
          </div>
        </div>
      )}
      <form
        className="w-[min(360px,100%)] space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (minutes !== null && minutes >= 1 && minutes <= mostMinutes) start(minutes * 60)
        }}
      >
        <div className="flex flex-wrap gap-2">
          {offered.map((count) => (
            <Button key={count} onClick={() => start(count * 60)}>
              {t('minutes', { count })}
            </Button>
          ))}
        </div>
        <NumberField label={t('ownMinutes')} value={minutes} onChange={setMinutes} min={1} max={mostMinutes} />
        <Button type="submit" variant={timer ? 'secondary' : 'primary'} icon={Play} busy={busy}>
          {t('startTimer')}
        </Button>
      </form>
    </div>
  )
}
