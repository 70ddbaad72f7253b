// Page of a sharing group, /user/resource-groups#/{groupId}/members and …/files, and what stands on it, for pages of groups of another kind.
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, LogOut, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { type Answer, CallFailed, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { useMe } from '../../session/session.ts'
import { classes } from '../../ui/class-names.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Menu } from '../../ui/menus/menu.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { GroupFiles } from './group-files.tsx'
import { GroupMembers } from './group-members.tsx'
import { NameDialog } from '../../parts/base/files/name-dialog.tsx'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { ResourcesFrame } from './resources-frame.tsx'

export const groupCalls = ['GET /api/resource-groups', 'GET /api/resource-groups/:id', 'GET /api/resource-groups/:id/members'] as const

export default function GroupPage() {
  const t = useTexts('upload')
  const { groupId = '', part } = useParams()
  return (
    <ResourcesFrame current="groups">
      <div className="min-w-0 flex-1 space-y-3.5 p-6 pt-4 pb-20 max-tablet:p-4">
        <GroupContent
          groupId={groupId}
          currentTab={part === 'files' ? 'files' : 'members'}
          list={{ to: paths.resourceGroups(), text: t('sharingGroups') }}
          filesTo={paths.resourceGroupFiles(groupId)}
          membersTo={paths.resourceGroup(groupId)}
        />
      </div>
    </ResourcesFrame>
  )
}

type Group = Answer<'GET /api/resource-groups/:id'>
type GroupContentProps = {
  groupId: string
  currentTab: 'files' | 'members' | 'more'
  /** The list that it stands in. */
  list: { to: string; text: string }
  filesTo: string
  membersTo: string
  /** A part of groups of another kind. */
  more?: { to: string; text: string; content: (group: Group) => ReactNode }
}
export function GroupContent({ groupId, currentTab, list, filesTo, membersTo, more }: GroupContentProps) {
  const t = useTexts('upload')
  const me = useMe()
  const go = useNavigate()
  const [openDialog, setOpenDialog] = useState<'rename' | 'delete' | 'leave'>()
  const { data: group, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/resource-groups/:id', { params: { id: groupId } }))
  const runAndLeave = async (action: () => Promise<unknown>, text: string) => {
    try {
      await action()
      void go(list.to)
      toast({ text })
      await invalidate('GET /api/resource-groups')
    } catch (failure) {
      setOpenDialog(undefined)
      toast({ text: problemText(failure), error: true })
    }
  }
  if (error instanceof CallFailed && [400, 403, 404].includes(error.status))
    return (
      <>
        <PageTitle title={list.text} hidden />
        <Refused error={error} forbidden={t('groupForbidden')} />
      </>
    )
  if (error && !group)
    return (
      <>
        <PageTitle title={list.text} hidden />
        <ReadFailed title={t('groupsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </>
    )
  if (!group) return <SkeletonRows rows={4} />
  const manages = group.role !== 'member'
  const tabs = [
    { key: 'files', to: filesTo, text: t('files'), count: group.file_count },
    { key: 'members', to: membersTo, text: t('members'), count: group.member_count },
    ...(more ? [{ key: 'more', to: more.to, text: more.text, count: undefined }] : []),
  ] as const
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
          <Link
            to={list.to}
            className="inline-flex min-h-6 items-center text-body text-text-2 hover:text-text hover:underline max-tablet:min-h-11"
          >
            {list.text}
          </Link>
          <span aria-hidden className="text-text-3">
            /
          </span>
          <PageTitle title={group.name} className="min-w-0 font-title text-title font-bold break-words" />
        </div>
        <Menu
          align="end"
          trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: group.name }), icon: Ellipsis, variant: 'bordered' } }}
          groups={[
            ...(manages ? [{ items: [{ label: t('rename'), icon: Pencil, onSelect: () => setOpenDialog('rename') }] }] : []),
            ...(group.role ? [{ items: [{ label: t('leaveGroup'), icon: LogOut, onSelect: () => setOpenDialog('leave') }] }] : []),
            ...(group.role === 'owner' || !group.role
              ? [{ items: [{ label: t('deleteGroup'), icon: Trash2, danger: true, onSelect: () => setOpenDialog('delete') }] }]
              : []),
          ]}
        />
      </div>
      <nav aria-label={group.name} className="flex gap-5 border-b border-line">
        {tabs.map(({ key, to, text, count }) => (
          <Link
            key={key}
            to={to}
            aria-current={key === currentTab ? 'page' : undefined}
            className={classes(
              '-mb-px inline-flex min-h-9 items-center gap-1.5 border-b-2 text-body font-medium max-tablet:min-h-11',
              key === currentTab ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text',
            )}
          >
            {text} {count !== undefined && <span className="tabular text-caption text-text-3">{count}</span>}
          </Link>
        ))}
      </nav>
      {currentTab === 'more' ? (
        more?.content(group)
      ) : currentTab === 'files' ? (
        <GroupFiles group={group} manages={manages} />
      ) : (
        <GroupMembers group={group} manages={manages} />
      )}
      {openDialog === 'rename' && (
        <NameDialog
          title={t('rename')}
          label={t('groupName')}
          act={t('save')}
          start={group.name}
          file={false}
          onClose={() => setOpenDialog(undefined)}
          onSave={async (name) => {
            await call('PUT /api/resource-groups/:id', { params: { id: groupId }, body: { name } })
            await invalidate(...groupCalls)
          }}
        />
      )}
      <Confirm
        open={openDialog === 'delete'}
        danger
        title={t('deleteAsk', { name: group.name })}
        description={t('deleteGroupText')}
        confirmLabel={t('deleteGroup')}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={() =>
          runAndLeave(() => call('DELETE /api/resource-groups/:id', { params: { id: groupId } }), t('groupDeleted', { name: group.name }))
        }
      />
      <Confirm
        open={openDialog === 'leave'}
        title={t('leaveAsk', { name: group.name })}
        description={t('leaveText')}
        confirmLabel={t('leaveGroup')}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={() =>
          runAndLeave(
            () => call('DELETE /api/resource-groups/:id/members/:person_id', { params: { id: groupId, person_id: me.id } }),
            t('left', { name: group.name }),
          )
        }
      />
    </>
  )
}
