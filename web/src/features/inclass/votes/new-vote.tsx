// A new vote: of a kind that needs no preparation, or a question of the course's banks.
import { lazy, Suspense, useState } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { useChosenFiles } from '../../../parts/learning/forms/use-chosen-files.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { type Kind, kinds, questionOf, voteTypes } from './kinds.ts'
import { Picture } from './picture.tsx'
import { openVote } from './vote-calls.ts'

const ChooseQuestions = lazy(
  async () => (await Promise.all([import('../../../parts/learning/questions/choose-questions.tsx'), texts('exam-work', 'course')]))[0],
)
const times = [30, 60, 120, 300] as const
const [fewest, most] = [2, 8]

export function NewVote({ session, course }: { session: string; course: string }) {
  const t = useTexts('votes')
  const [kind, setKind] = useState<Kind>('yesNo')
  const [text, setText] = useState('')
  const [options, setOptions] = useState<number | null>(4)
  const [picked, setPicked] = useState<{ id: string; text: string }>()
  const [choosing, setChoosing] = useState(false)
  const picture = useChosenFiles()
  const [anonymous, setAnonymous] = useState(false)
  const [seconds, setSeconds] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const fits = kind === 'bank' ? picked !== undefined : kind !== 'choices' || (options !== null && options >= fewest && options <= most)
  const open = async () => {
    if (!fits) return
    setBusy(true)
    setProblem(undefined)
    try {
      await openVote(session, {
        ...(kind === 'bank'
          ? { version_id: picked!.id }
          : { question: questionOf(kind, { text, picture: picture.ids?.[0] }, options ?? 4, [t('yes'), t('no')]) }),
        anonymous,
        seconds: seconds === '' ? null : Number(seconds),
      })
      picture.keep()
    } catch (error) {
      setProblem(Object.values(fieldTexts(error))[0] ?? problemText(error))
    }
    setBusy(false)
  }
  return (
    <form
      className="w-[min(560px,100%)] space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <Segmented label={t('kind')} value={kind} onChange={setKind} options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      {kind === 'bank' ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => setChoosing(true)}>{picked ? t('chooseOther') : t('chooseQuestion')}</Button>
          <p className="min-w-0 wrap-anywhere">{picked?.text ?? t('noneChosen')}</p>
        </div>
      ) : (
        <>
          <TextField label={t('question')} whenEmpty={t('questionEmpty')} value={text} onChange={setText} maxLength={1000} />
          <Picture chosen={picture} />
        </>
      )}
      {kind === 'choices' && (
        <NumberField label={t('options')} value={options} onChange={setOptions} min={fewest} max={most} className="w-[220px]" />
      )}
      <Select
        label={t('closes')}
        value={seconds}
        onChange={setSeconds}
        options={[
          { value: '', label: t('byHand') },
          ...times.map((count) => ({
            value: String(count),
            label: count < 60 ? t('seconds', { count }) : t('minutes', { count: count / 60 }),
          })),
        ]}
        className="w-[220px]"
      />
      <Switch label={t('anonymous')} help={t('anonymousHelp')} checked={anonymous} onChange={setAnonymous} />
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        off={kind === 'bank' ? (picked ? undefined : t('chooseFirst')) : picture.ids ? undefined : t('pictureComes')}
      >
        {t('open')}
      </Button>
      {choosing && (
        <Suspense>
          <ChooseQuestions
            one={{ title: t('chooseQuestion'), action: t('choose') }}
            course={course}
            types={voteTypes}
            chosen={new Set()}
            onPick={([row]) => {
              if (row) setPicked({ id: row.version_id, text: row.excerpt || row.title })
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </form>
  )
}
