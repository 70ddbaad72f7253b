// Members of a group, with their roles; of one of teaching and research with their schools, and the invitation of others.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Ellipsis, Link2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { invalidate, query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Button } from '../../ui/button.tsx'
import { date } from '../../ui/format.ts'
import { Menu } from '../../ui/menus/menu.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { Table } from '../../ui/table/table.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'

type Group = Answer<'GET /api/resource-groups/:id'>
type Member = Answer<'GET /api/resource-groups/:id/members'>['items'][number]
const reads = ['GET /api/resource-groups/:id/members', 'GET /api/resource-groups/:id', 'GET /api/resource-groups'] as const
const roles = ['owner', 'manager', 'member'] as const
/** People of another school never own a group. */
const rolesOf = ({ org }: Group, { school }: Member) => (school.id === org.id ? roles : roles.slice(1))

export function GroupMembers({ group, manages }: { group: Group; manages: boolean }) {
  const t = useTexts('upload')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const [page, keyword] = [Math.max(1, Number(params.get('page')) || 1), params.get('q') ?? '']
  const [openDialog, setOpenDialog] = useState<'add' | 'invite'>()
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/resource-groups/:id/members', {
      params: { id: group.id },
      query: { page, page_size: 10, ...(keyword && { conditions: JSON.stringify({ keyword }) }) },
    }),
    placeholderData: keepPreviousData,
  })
  const runAction = async (work: () => Promise<unknown>) => {
    try {
      await work()
      await invalidate(...reads)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const owns = group.role === 'owner' || !group.role
  const ofSchools = group.kind === 'vtrs'
  const actions = (member: Member) => {
    const memberParams = { id: group.id, person_id: member.id }
    const mayRemove = member.id !== me.id && manages && (owns || member.role === 'member')
    const items = [
      ...(owns && member.id !== me.id
        ? rolesOf(group, member).map((role) => ({
            label: t(`role.${role}`),
            current: member.role === role,
            onSelect: () =>
              void runAction(() => call('PUT /api/resource-groups/:id/members/:person_id', { params: memberParams, body: { role } })),
          }))
        : []),
    ]
    const removal = {
      label: t('takeOut'),
      danger: true,
      onSelect: () =>
        void runAction(async () => {
          await call('DELETE /api/resource-groups/:id/members/:person_id', { params: memberParams })
          toast({ text: t('takenOut', { name: member.name }) })
        }),
    }
    const groups = [...(items.length ? [{ heading: t('roleInGroup'), items }] : []), ...(mayRemove ? [{ items: [removal] }] : [])]
    if (groups.length === 0) return null
    return (
      <Menu
        align="end"
        trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: member.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
        groups={groups}
      />
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2.5">
        <SearchInput
          label={t('findMember')}
          value={keyword}
          busy={isPlaceholderData}
          onSearch={(q) => setParams(q ? { q } : {}, { replace: true })}
          className="w-[190px] max-tablet:w-full"
        />
        {manages && ofSchools && (
          <Button icon={Link2} onClick={() => setOpenDialog('invite')}>
            {t('inviteSchools')}
          </Button>
        )}
        {manages && group.org.id === me.org?.id && (
          <Button variant="primary" icon={UserPlus} onClick={() => setOpenDialog('add')}>
            {t('addMembers')}
          </Button>
        )}
      </div>
      {error && !data ? (
        <ReadFailed title={t('membersFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.total === 0 ? (
        <Empty title={t('nothingFits')} />
      ) : (
        <Table
          caption={t('members')}
          rows={data.items}
          rowKey={(member) => member.id}
          columns={[
            {
              key: 'name',
              head: t('name'),
              cell: (member) => (
                <span className="flex items-center gap-2.5">
                  <Avatar id={member.id} name={member.name} src={member.avatar} size={28} />
                  <bdi className="font-medium">{member.name}</bdi>
                  {member.former && <Chip tone="outline">{t('former')}</Chip>}
                </span>
              ),
            },
            ...(ofSchools
              ? [{ key: 'school', head: t('school'), cell: ({ school }: Member) => <span className="text-text-2">{school.name}</span> }]
              : []),
            { key: 'number', head: t('number'), cell: (member) => <span className="tabular text-text-2">{member.user_no}</span> },
            { key: 'role', head: t('roleInGroup'), cell: (member) => <span className="text-text-2">{t(`role.${member.role}`)}</span> },
            {
              key: 'since',
              head: t('since'),
              width: 120,
              cell: (member) => <span className="tabular text-text-2">{date(member.joined_at)}</span>,
            },
            { key: 'act', head: t('actions'), hideHead: true, width: 52, cell: actions },
          ]}
        />
      )}
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={10}
          total={data.total}
          onChange={(nextPage) => setParams({ ...(keyword && { q: keyword }), ...(nextPage > 1 && { page: String(nextPage) }) })}
        />
      )}
      {openDialog === 'add' && (
        <AddMembersDialog group={group.id} onClose={() => setOpenDialog(undefined)} onDone={() => void invalidate(...reads)} />
      )}
      {openDialog === 'invite' && <InvitationDialog group={group.id} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
}
