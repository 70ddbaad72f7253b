// A course's groups for who teaches: sets as tabs, a board of groups, and the dialogs that change them.
import { useQuery } from '@tanstack/react-query'
import { Copy, Dices, Download, Ellipsis, FileUp, History, Pencil, Plus, Trash2, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { csvOf } from '@lyceum/kit/text/csv'
import { saveRecorded } from '../../../parts/base/table/csv.ts'
import { queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { dateTime } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { useTabs } from '../../../ui/menus/tabs.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'
import { GroupBoard } from './group-board.tsx'
import { type Board, boardQuery, type GroupSet, refreshGroups, setsQuery } from './queries.ts'
import { SetTabs, useChosenSet } from './use-chosen-set.tsx'

const SetDialog = laterDialog(() => import('./set-dialog.tsx'))
const CopyDialog = laterDialog(() => import('./copy-dialog.tsx'))
const DistributeDialog = laterDialog(() => import('./distribute-dialog.tsx'))
const FileDialog = laterDialog(() => import('./file-dialog.tsx'))
const HistoryDialog = laterDialog(() => import('./history-dialog.tsx'))
const DeletedDialog = laterDialog(() => import('./deleted-dialog.tsx'))

type Opened = 'new' | 'edit' | 'copy' | 'distribute' | 'file' | 'history' | 'deleted'

export default function TeacherGroups({ course, sets }: { course: Course; sets: readonly GroupSet[] }) {
  const t = useTexts('groups')
  const wired = useTabs()
  const { chosen, choose } = useChosenSet(sets)
  const [opened, setOpened] = useState<Opened>()
  const { data: board, error, errorUpdatedAt, refetch } = useQuery({ ...boardQuery(chosen?.id ?? ''), enabled: chosen !== undefined })
  const close = () => setOpened(undefined)
  const dialogs = (
    <Suspense>
      {opened === 'new' && <SetDialog course={course.id} onClose={close} onMade={choose} />}
      {opened === 'deleted' && <DeletedDialog course={course.id} onClose={close} />}
      {chosen && opened === 'edit' && <SetDialog course={course.id} set={chosen} onClose={close} />}
      {chosen && opened === 'copy' && <CopyDialog set={chosen} onClose={close} onMade={choose} />}
      {board && opened === 'distribute' && <DistributeDialog board={board} onClose={close} />}
      {board && opened === 'file' && <FileDialog board={board} onClose={close} />}
      {board && opened === 'history' && <HistoryDialog set={board.id} onClose={close} />}
    </Suspense>
  )
  if (!chosen)
    return (
      <>
        <Empty title={t('noSets')} text={t('noSetsText')}>
          <Button variant="primary" icon={Plus} onClick={() => setOpened('new')}>
            {t('newSet')}
          </Button>
          <Button variant="quiet" icon={Undo2} onClick={() => setOpened('deleted')}>
            {t('deleted')}
          </Button>
        </Empty>
        {dialogs}
      </>
    )
  return (
    <>
      <div className="mb-4 flex items-end gap-3" {...dialogTrigger}>
        <SetTabs sets={sets} chosen={chosen.id} onChoose={choose} wired={wired} />
        <IconButton label={t('newSet')} icon={Plus} onClick={() => setOpened('new')} />
      </div>
      <div {...wired.panelProps(chosen.id)}>
        {board ? (
          <SetBoard course={course} board={board} onOpen={setOpened} />
        ) : error ? (
          <ReadFailed title={t('boardFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
      {dialogs}
    </>
  )
}

function SetBoard({ course, board, onOpen }: { course: Course; board: Board; onOpen: (dialog: Opened) => void }) {
  const t = useTexts('groups')
  const [find, setFind] = useState('')
  const nobody = board.list.length === 0 && (board.ungrouped ?? []).length === 0
  const remove = async () => {
    try {
      await call('DELETE /api/group-sets/:id', { params: { id: board.id }, query: {} })
      const restore = async () => {
        await call('PUT /api/group-sets/:id/restore', { params: { id: board.id } })
        await refreshGroups()
      }
      // gone at once, with the way back: a slow read of the list would outlast the message
      queryClient.setQueryData(
        setsQuery(course.id).queryKey,
        (list) => list && { ...list, items: list.items.filter(({ id }) => id !== board.id) },
      )
      toast({ text: t('setDeleted', { name: board.name }), undo: () => void restore() })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await refreshGroups()
    }
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-body text-text-2">
          {t('inGroups', { count: board.members, groups: t('groupsCount', { count: board.list.length }) })}
          {board.ungrouped && board.ungrouped.length > 0 && ` · ${t('inNone', { count: board.ungrouped.length })}`}
        </p>
        {board.sign_up && (
          <Chip tone={board.open ? 'ok' : 'neutral'}>
            {!board.open
              ? t('signUpOver')
              : board.sign_up.until
                ? t('signUpUntil', { when: dateTime(board.sign_up.until) })
                : t('signUpOpen')}
          </Chip>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-2 max-tablet:ml-0 max-tablet:w-full" {...dialogTrigger}>
          <SearchInput label={t('find')} value={find} onSearch={setFind} className="w-[220px] max-tablet:w-full" />
          <Button icon={Dices} action="groups.distribute" off={nobody ? t('nobodyYet') : undefined} onClick={() => onOpen('distribute')}>
            {t('distribute')}
          </Button>
          <Menu
            align="end"
            trigger={{ kind: 'icon', props: { label: t('setMenu', { name: board.name }), icon: Ellipsis } }}
            groups={[
              {
                items: [
                  { label: t('editSet'), icon: Pencil, onSelect: () => onOpen('edit') },
                  { label: t('copySet'), icon: Copy, onSelect: () => onOpen('copy') },
                  { label: t('history'), icon: History, onSelect: () => onOpen('history') },
                ],
              },
              {
                items: [
                  { label: t('fromFile'), icon: FileUp, onSelect: () => onOpen('file') },
                  {
                    label: t('toFile'),
                    icon: Download,
                    off: nobody ? t('nobodyYet') : undefined,
                    onSelect: () =>
                      void saveRecorded('list', `${course.course_code || course.name} ${board.name}.csv`, csvOf(linesOf(board, t))).catch(
                        (failure: unknown) => toast({ text: problemText(failure), error: true }),
                      ),
                  },
                ],
              },
              {
                items: [
                  { label: t('deleted'), icon: Undo2, onSelect: () => onOpen('deleted') },
                  { label: t('deleteSet'), icon: Trash2, danger: true, onSelect: () => void remove() },
                ],
              },
            ]}
          />
        </span>
      </div>
      <GroupBoard board={board} find={find} />
    </>
  )
}

/** The set as a file that can be read again: everybody a line, those in no group too. */
function linesOf(board: Board, t: ReturnType<typeof useTexts<'groups'>>): string[][] {
  const line = (person: { user_no: string; name: string; id: string }, group?: Board['list'][number]) => [
    person.user_no,
    person.name,
    group?.name ?? '',
    group && group.leader_id === person.id ? t('yes') : '',
  ]
  return [
    [t('userNo'), t('name'), t('group'), t('leader')],
    ...board.list.flatMap((group) => group.members.map((person) => line(person, group))),
    ...(board.ungrouped ?? []).map((person) => line(person)),
  ]
}
