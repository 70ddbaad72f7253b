import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Ellipsis, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Answer, CallFailed, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { outdate, query } from '../../queries.ts'
import { useMe } from '../../session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { date, timeWithSeconds } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Empty, Failed, SkeletonRows } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'

type Group = Answer<'GET /api/resource-groups/:id'>
type Member = Answer<'GET /api/resource-groups/:id/members'>['items'][number]
const reads = ['GET /api/resource-groups/:id/members', 'GET /api/resource-groups/:id', 'GET /api/resource-groups'] as const
const roles = ['owner', 'manager', 'member'] as const

export function GroupMembers({ group, manages }: { group: Group; manages: boolean }) {
  const t = useTexts('upload')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const [page, keyword] = [Math.max(1, Number(params.get('page')) || 1), params.get('q') ?? '']
  const [adding, setAdding] = useState(false)
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/resource-groups/:id/members', {
      params: { id: group.id },
      query: { page, page_size: 20, ...(keyword && { conditions: JSON.stringify({ keyword }) }) },
    }),
    placeholderData: keepPreviousData,
  })
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
      await outdate(...reads)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const owns = group.role === 'owner' || !group.role
  const actions = (member: Member) => {
    const at = { id: group.id, person_id: member.id }
    const mayEnd = member.id !== me.id && manages && (owns || member.role === 'member')
    const items = [
      ...(owns && member.id !== me.id
        ? roles.map((role) => ({
            label: t(`role.${role}`),
            current: member.role === role,
            onSelect: () => void act(() => call('PUT /api/resource-groups/:id/members/:person_id', { params: at, body: { role } })),
          }))
        : []),
    ]
    const end = {
      label: t('takeOut'),
      danger: true,
      onSelect: () =>
        void act(async () => {
          await call('DELETE /api/resource-groups/:id/members/:person_id', { params: at })
          toast({ text: t('takenOut', { name: member.name }) })
        }),
    }
    const groups = [...(items.length ? [{ heading: t('roleInGroup'), items }] : []), ...(mayEnd ? [{ items: [end] }] : [])]
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
        {manages && (
          <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
            {t('addMembers')}
          </Button>
        )}
      </div>
      {error && !data ? (
        <Failed
          title={t('groupsFailed')}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(errorUpdatedAt)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.total === 0 ? (
        <Empty title={t('nothingFits')} />
      ) : (
        <Table
          caption={t('members')}
          rows={data.items}
          rowKey={(one) => one.id}
          columns={[
            {
              key: 'name',
              head: t('name'),
              cell: (one) => (
                <span className="flex items-center gap-2.5">
                  <Avatar id={one.id} name={one.name} size={28} />
                  <span className="font-medium">{one.name}</span>
                </span>
              ),
            },
            { key: 'number', head: t('number'), cell: (one) => <span className="tabular text-text-2">{one.user_no}</span> },
            { key: 'role', head: t('roleInGroup'), cell: (one) => <span className="text-text-2">{t(`role.${one.role}`)}</span> },
            {
              key: 'since',
              head: t('since'),
              width: 120,
              cell: (one) => <span className="tabular text-text-2">{date(one.joined_at)}</span>,
            },
            { key: 'act', head: t('actions'), hideHead: true, width: 52, cell: actions },
          ]}
        />
      )}
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={20}
          total={data.total}
          onChange={(to) => setParams({ ...(keyword && { q: keyword }), ...(to > 1 && { page: String(to) }) })}
        />
      )}
      {adding && <AddMembersDialog group={group.id} onClose={() => setAdding(false)} onDone={() => void outdate(...reads)} />}
    </>
  )
}
