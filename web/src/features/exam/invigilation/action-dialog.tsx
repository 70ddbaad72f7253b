// Before something is done to attempts: for whom, how many minutes, what it means for them.
import { useState } from 'react'
import { type CallInput, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'

type Action = Exclude<CallInput<'POST /api/activities/:id/invigilation'>['body']['action'], 'take_late'>
/** Without people: everybody whom it fits. */
export type PendingAction = {
  action: Action
  people?: string[]
  name?: string
  /** Whole minutes that one of them had left at the hand-in; undefined: several, each with their own. */
  left?: number
}

const timed: readonly Action[] = ['add_time', 'reopen', 'let_in']

export function ActionDialog({
  activity,
  asked: { action, people, name, left },
  onClose,
  onDone,
}: {
  activity: string
  asked: PendingAction
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts('exam-work')
  const c = useTexts('course')
  const [minutes, setMinutes] = useState<number | null>(action === 'add_time' ? 10 : 30)
  const [how, setHow] = useState<'left' | 'minutes'>(action === 'reopen' && left !== 0 ? 'left' : 'minutes')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const asks = timed.includes(action) && how === 'minutes'
  const wrong = asks && (minutes === null || minutes < 1 || minutes > 1440)
  const run = async () => {
    if (wrong) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { changed } = await call('POST /api/activities/:id/invigilation', {
        params: { id: activity },
        body: { action, ...(asks && minutes !== null && { minutes }), ...(people ? { person_ids: people } : { all: true }) },
      })
      toast({ text: t('changedFor', { count: changed }) })
      onDone()
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`ask.${action}`)}
      description={people ? (name ?? t('forCount', { count: people.length })) : t('forAll')}
      width={416}
      footer={
        <>
          <Button variant="quiet" autoFocus={!asks} onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant={action === 'end' ? 'danger' : 'primary'} busy={busy} onClick={() => void run()}>
            {t(`do.${action}`)}
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-1">
        <p className="text-body text-text-2">{t(`askText.${action}`)}</p>
        {action === 'reopen' &&
          (left === 0 ? (
            <p className="text-body">{t('noneLeft')}</p>
          ) : (
            <RadioGroup
              label={t('howLong')}
              value={how}
              onChange={setHow}
              options={[
                {
                  value: 'left',
                  label: left === undefined ? t('asLeft') : t('minutesLeft', { count: left }),
                  ...(left === undefined && { help: t('asLeftHelp') }),
                },
                { value: 'minutes', label: t('otherMinutes') },
              ]}
            />
          ))}
        {asks && (
          <NumberField
            label={t('howManyMinutes')}
            value={minutes}
            onChange={setMinutes}
            min={1}
            max={1440}
            unit={t('minutes')}
            error={wrong ? t('minutesRange') : undefined}
          />
        )}
        {failure !== undefined && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
