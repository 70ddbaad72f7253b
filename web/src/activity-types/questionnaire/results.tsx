// Results of a questionnaire: bars, distributions, words; by group where that says nothing of single people. Under five answers nothing is shown.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../client.ts'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { AnswerBars, partNames } from '../../parts/learning/questions/answer-bars.tsx'
import { saveRecorded } from '../../parts/base/table/csv.ts'
import { query } from '../../queries.ts'
import { plainText } from '../../question-types/parts/plain-text.ts'
import { shownNumber } from '../../question-types/parts/shown-numbers.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { number, percent, sentences } from '../../ui/format.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Grid } from './grid.tsx'

type Results = Answer<'GET /api/activities/:id/results'>
type Item = Results['items'][number]
/** Milliseconds between two looks, while it is open. */
const every = 15_000

/** `teaches`: by group, and as a file. */
export default function ResultsView({ activity, teaches = false }: { activity: Activity; teaches?: boolean }) {
  const t = useTexts('questionnaire')
  const { id, group_set_id: set } = activity
  const [group, setGroup] = useState('')
  const [saving, setSaving] = useState(false)
  const asked = { params: { id }, query: group ? { group_id: group } : {} }
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/results', asked),
    refetchInterval: ({ state }) => (state.data?.open === false ? false : every),
  })
  const { data: board } = useQuery({
    ...query('GET /api/group-sets/:id', { params: { id: set ?? '' } }),
    enabled: teaches && set !== null,
  })
  if (error && !data) return <ReadFailed title={t('resultsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  const save = async () => {
    setSaving(true)
    await call('GET /api/activities/:id/results/csv', asked)
      .then(({ name, csv }) => saveRecorded('answers', name, csv))
      .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
    setSaving(false)
  }
  const groups = board?.list ?? []
  // an anonymous one is shown by group once it has closed
  const byGroup = teaches && groups.length > 0 && data && !(data.anonymous && data.open)
  return (
    <section aria-label={t('results')} className="space-y-3.5">
      <div className="surface-card flex flex-wrap items-center gap-x-4 gap-y-2 p-5 max-tablet:p-4">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-section font-semibold">{t('results')}</h2>
          {data && <p className="tabular text-body text-text-2">{countText(data, group !== '', t)}</p>}
        </div>
        {byGroup && (
          <Select
            label={t('group')}
            hideLabel
            value={group}
            onChange={setGroup}
            options={[{ value: '', label: t('everybody') }, ...groups.map((one) => ({ value: one.id, label: one.name }))]}
            className="w-[200px] max-tablet:w-full"
          />
        )}
        {teaches && data && (
          <Button
            icon={Download}
            busy={saving}
            off={data.n === null || (data.anonymous && data.open) ? t(data.open && data.anonymous ? 'csvAfterClose' : 'tooFew') : undefined}
            onClick={() => void save()}
          >
            {t('csv')}
          </Button>
        )}
      </div>
      {!data ? (
        <SkeletonRows />
      ) : data.n === null ? (
        <Empty title={t('tooFew')} text={t(group ? 'tooFewGroup' : 'tooFewText')} />
      ) : data.n === 0 ? (
        <Empty title={t('noAnswers')} />
      ) : (
        <ol className="space-y-3.5">
          {data.items.map((item, at) => (
            <Question key={item.slot} item={item} at={at + 1} />
          ))}
        </ol>
      )}
    </section>
  )
}

type Texts = ReturnType<typeof useTexts<'questionnaire'>>
const countText = ({ n, asked, open, anonymous }: Results, group: boolean, t: Texts) =>
  sentences(
    n !== null && (group ? t('countGroup', { count: n }) : t('countOf', { count: asked, answered: n })),
    open && t(anonymous ? 'inFives' : 'stillOpen'),
  )

function Question({ item, at }: { item: Item; at: number }) {
  const t = useTexts('questionnaire')
  const q = useTexts('questions')
  const title = plainText(item.stem).replace(/\[\[[a-z0-9]+\]\]/g, '____')
  return (
    <li className="surface-card space-y-3 p-5 max-tablet:p-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-60 text-section font-semibold wrap-break-word">
          {at}. {title}
        </h3>
        <span className="text-small text-text-3">{q(`type.${item.type}`)}</span>
      </div>
      <p className="tabular text-small text-text-2">
        {sentences(
          item.answered === null ? t('tooFew') : t('answers', { count: item.answered }),
          item.mean !== null && t('mean', { mean: number(item.mean, 1) }),
        )}
      </p>
      {item.answered !== null && item.answered > 0 && <Distribution item={item} title={title} />}
    </li>
  )
}

type Part = { id: string; text: string }
const partsOf = (content: Item['content'], ...names: string[]): Part[] =>
  names.map((name) => (content as Record<string, unknown>)[name]).find((parts): parts is Part[] => Array.isArray(parts)) ?? []

function Distribution({ item: { type, content, counts, words, texts, answered }, title }: { item: Item; title: string }) {
  const t = useTexts('questionnaire')
  const q = useTexts('questions')
  const nameOf = partNames(content)
  const by = new Map(counts.map(({ value, count }) => [value, count]))
  const caption = t('answersTo', { title })
  const share = (count: number) => percent((count / Math.max(1, answered ?? 0)) * 100)
  if (texts.length > 0) return <Words words={words} texts={texts} />
  const named = (parts: readonly Part[]) => parts.map(({ id }) => ({ id, name: nameOf(id) }))
  if (type === 'matrix')
    return (
      <Grid
        caption={caption}
        rows={named(partsOf(content, 'rows'))}
        columns={named(partsOf(content, 'columns'))}
        count={(row, column) => by.get(`${row}=${column}`) ?? 0}
      />
    )
  if (type === 'ordering') {
    const items = named(partsOf(content, 'items'))
    const places = items.map((_, nth) => ({ id: String(nth + 1), name: String(nth + 1) }))
    return <Grid caption={caption} rows={items} columns={places} count={(row, place) => by.get(`${place}=${row}`) ?? 0} />
  }
  const scale = content as { from?: number; to?: number; low?: string; high?: string }
  const rows =
    type === 'scale' && scale.from !== undefined && scale.to !== undefined
      ? Array.from({ length: scale.to - scale.from + 1 }, (_, nth) => {
          const value = String(scale.from! + nth)
          const end = nth === 0 ? scale.low : scale.from! + nth === scale.to ? scale.high : ''
          return { key: value, name: end ? `${value} · ${end}` : value, count: by.get(value) ?? 0 }
        })
      : type === 'true_false'
        ? (['true', 'false'] as const).map((value) => ({ key: value, name: q(value), count: by.get(value) ?? 0 }))
        : type === 'single' || type === 'multiple'
          ? partsOf(content, 'options').map(({ id }) => ({ key: id, name: nameOf(id), count: by.get(id) ?? 0 }))
          : counts.map(({ value, count }) => ({ key: value, name: type === 'numerical' ? shownNumber(value) : nameOf(value), count }))
  return <AnswerBars caption={caption} rows={rows} after={share} />
}

/** The commonest words, the commoner the larger, and the texts themselves. */
function Words({ words, texts }: Pick<Item, 'words' | 'texts'>) {
  const t = useTexts('questionnaire')
  const most = Math.max(1, ...words.map(({ count }) => count))
  const often = words.filter(({ count }) => count > 1).slice(0, 30)
  return (
    <>
      {often.length > 0 && (
        <ul aria-label={t('words')} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {often.map(({ word, count }) => (
            <li key={word} style={{ fontSize: `${13 + (count / most) * 11}px` }} className="wrap-break-word">
              {word}
              <span className="tabular text-caption text-text-3"> {number(count)}</span>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="cursor-pointer text-small font-medium text-text-2">{t('texts', { count: texts.length })}</summary>
        <ul className="mt-2 max-h-96 space-y-2 overflow-y-auto">
          {texts.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and their order stands
            <li key={at} dir="auto" className="border-s-2 border-line ps-3 text-body whitespace-pre-wrap wrap-break-word">
              {text}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
