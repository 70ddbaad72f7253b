// The questions of a bank as a list: search, filters, order and page are in the address; many are moved, copied, tagged or deleted at once.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { Copy, FolderInput, RotateCcw, Tags, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call, CallFailed, type CallInput } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { questionTypes } from '../../../question-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { usePaged } from '../../base/page/paged.ts'
import { useSelection } from '../../base/table/selection.ts'
import { TableScreen } from '../../base/table/table-screen.tsx'
import { AddQuestion } from './add-question.tsx'
import { questionColumns } from './question-columns.tsx'
import { type Bank, banksChanged, type QuestionRow } from './queries.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const MoveDialog = laterDialog(() => import('./move-dialog.tsx'))
const TagDialog = laterDialog(() => import('./tag-dialog.tsx'))
const InUse = laterDialog(() => import('./in-use-dialog.tsx'))

const sorts = ['updated', 'created', 'title'] as const
const states = ['used', 'unused', 'deleted'] as const
const types = Object.keys(questionTypes) as QuestionTypeName[]
type Change = Omit<CallInput<'POST /api/questions/bulk'>['body'], 'ids' | 'bank_id' | 'conditions' | 'except_ids'>

function conditionsOf(find: string, { folder, type, tag, owner, state }: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    ...(find && { keyword: find }),
    ...(folder && { folder_id: folder }),
    ...(type && { type }),
    ...(tag && { tag }),
    ...(owner && { owner_id: owner }),
    ...(state === 'deleted' ? { deleted: true } : state && { used: state === 'used' }),
  })
}

export function QuestionList({
  bank,
  course,
  tags,
  owners,
}: {
  bank: Bank
  course: string | undefined
  tags: readonly { tag: string; questions: number }[]
  /** The authors of its questions. */
  owners: readonly { id: string; name: string; questions: number }[]
}) {
  const t = useTexts('banks')
  const q = useTexts('questions')
  const list = usePaged(
    ({ page, size, find, filters, sort }) =>
      query('GET /api/banks/:id/questions', {
        params: { id: bank.id },
        query: {
          page,
          page_size: size,
          conditions: conditionsOf(find, filters),
          ...(sort && { sort: sort.by as (typeof sorts)[number] }),
        },
      }),
    { filters: ['folder', 'type', 'tag', 'owner', 'state'], sorts, size: 20 },
  )
  const selection = useSelection<QuestionRow>(list, ({ id }) => id)
  const [asking, setAsking] = useState<'move' | 'copy' | 'tag'>()
  const [inUse, setInUse] = useState<unknown>()
  const edits = bank.role === 'edit'
  const isBin = list.filters.state === 'deleted'
  const one = (change: Change, ids: readonly string[]) => call('POST /api/questions/bulk', { body: { ...change, ids: [...ids] } })
  const change = async (what: Change) => {
    const { count } = selection
    try {
      const { ids, task } = await call('POST /api/questions/bulk', {
        body: selection.everything
          ? {
              ...what,
              bank_id: bank.id,
              conditions: conditionsOf(list.find, list.filters),
              except_ids: selection.except.map(({ id }) => id),
            }
          : { ...what, ids: selection.rows.map(({ id }) => id) },
      })
      const undo = () =>
        void one({ action: 'restore' }, ids).then(banksChanged, (failure: unknown) => toast({ text: problemText(failure), error: true }))
      if (task) toast({ text: t('asTask') })
      else
        toast({
          text: t(`done.${what.action}`, { count: ids.length || count }),
          ...(what.action === 'delete' && ids.length > 0 && { undo }),
        })
      selection.clear()
      setAsking(undefined)
    } catch (failure) {
      if (failure instanceof CallFailed && failure.problem.code === 'question.inUse') setInUse(failure)
      else toast({ text: problemText(failure), error: true })
    }
    await banksChanged()
  }
  return (
    <>
      <TableScreen<QuestionRow>
        name="questions"
        caption={t('questions')}
        list={list}
        columns={questionColumns(t, q, (id) => paths.question(course, id))}
        rowKey={({ id }) => id}
        search={t('find')}
        filtersSet={[list.filters.type, list.filters.tag, list.filters.owner, list.filters.state].filter(Boolean).length}
        filters={
          <>
            <Select
              label={t('typeOf')}
              hideLabel
              value={list.filters.type ?? ''}
              onChange={(type) => list.change({ filters: { type: type || undefined } })}
              options={[{ value: '', label: t('allTypes') }, ...types.map((value) => ({ value, label: q(`type.${value}`) }))]}
              className="w-[150px] max-tablet:w-[calc(50%-6px)]"
            />
            {tags.length > 0 && (
              <Select
                label={t('tag')}
                hideLabel
                value={list.filters.tag ?? ''}
                onChange={(tag) => list.change({ filters: { tag: tag || undefined } })}
                options={[
                  { value: '', label: t('allTags') },
                  ...tags.map(({ tag, questions }) => ({ value: tag, label: `${tag} (${questions})` })),
                ]}
                className="w-[150px] max-tablet:w-[calc(50%-6px)]"
              />
            )}
            {(owners.length > 1 || list.filters.owner) && (
              <Select
                label={t('owner')}
                hideLabel
                value={list.filters.owner ?? ''}
                onChange={(owner) => list.change({ filters: { owner: owner || undefined } })}
                options={[
                  { value: '', label: t('allOwners') },
                  ...owners.map(({ id, name, questions }) => ({ value: id, label: `${name} (${questions})` })),
                ]}
                className="w-[150px] max-tablet:w-[calc(50%-6px)]"
              />
            )}
            <Select
              label={t('state')}
              hideLabel
              value={list.filters.state ?? ''}
              onChange={(state) => list.change({ filters: { state: state || undefined } })}
              options={[{ value: '', label: t('stateOf.all') }, ...states.map((value) => ({ value, label: t(`stateOf.${value}`) }))]}
              className="w-[140px] max-tablet:w-[calc(50%-6px)]"
            />
          </>
        }
        selection={{
          of: selection,
          label: ({ title }) => t('select', { title }),
          takesAll: true,
          actions: isBin
            ? [...(edits ? [{ label: t('restore'), icon: RotateCcw, run: () => void change({ action: 'restore' }) }] : [])]
            : [
                ...(edits
                  ? [
                      { label: t('move'), icon: FolderInput, run: () => setAsking('move') },
                      { label: t('tags'), icon: Tags, run: () => setAsking('tag') },
                    ]
                  : []),
                { label: t('copy'), icon: Copy, run: () => setAsking('copy') },
                ...(edits ? [{ label: t('delete'), icon: Trash2, run: () => void change({ action: 'delete' }) }] : []),
              ],
        }}
        failedTitle={t('questionsFailed')}
        empty={
          <Empty title={t('noQuestions')} text={t('noQuestionsText')}>
            {edits && <AddQuestion bank={bank} course={course} />}
          </Empty>
        }
        nothingFits={
          <Empty title={isBin ? t('noDeleted') : t('nothingFits')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
            {edits && !isBin && list.find === '' && <AddQuestion bank={bank} course={course} />}
          </Empty>
        }
      />
      <Suspense>
        {(asking === 'move' || asking === 'copy') && (
          <MoveDialog
            action={asking}
            bank={bank}
            course={course}
            count={selection.count}
            onDone={(to) => change({ action: asking, to })}
            onClose={() => setAsking(undefined)}
          />
        )}
        {asking === 'tag' && (
          <TagDialog
            count={selection.count}
            known={tags.map(({ tag }) => tag)}
            present={[...new Set(selection.rows.flatMap((row) => row.tags))]}
            onDone={(tagged) => change({ action: 'tag', ...tagged })}
            onClose={() => setAsking(undefined)}
          />
        )}
        {inUse !== undefined && <InUse failure={inUse} onClose={() => setInUse(undefined)} />}
      </Suspense>
    </>
  )
}
