// Organisations of the installation, /installation/organisations: its operators make, suspend and resume them, set the room for their files, and enter one.
import { Building2, Ellipsis, Lock, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Answer, call, type CallInput } from '../../client.ts'
import { localeNames, texts, useTexts } from '../../i18n.ts'
import { ManagersOnly } from '../../parts/base/errors/managers-only.tsx'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../parts/base/table/table-screen.tsx'
import { paths } from '../../paths.ts'
import { invalidate, query } from '../../queries.ts'
import { refetchSession, switchOrg, useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { dialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { bytes, date, dateTime, number } from '../../ui/format.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { Menu } from '../../ui/menus/menu.tsx'
import { Empty } from '../../ui/states.tsx'

export type InstallationOrg = Answer<'GET /api/installation/orgs'>['items'][number]
export type OrgChanges = CallInput<'PUT /api/installation/orgs/:id'>['body']

const OrgDialog = laterDialog(async () => (await Promise.all([import('./org-dialog.tsx'), texts('errors', 'organisation')]))[0])
const MakeOrgDialog = laterDialog(async () => ({
  default: (await Promise.all([import('./org-dialog.tsx'), texts('errors')]))[0].MakeOrgDialog,
}))

const refresh = () => invalidate('GET /api/installation/orgs')

export default function InstallationPage() {
  const t = useTexts('installation')
  const me = useMe()
  if (!me.session.operator) return <ManagersOnly title={t('title')} />
  return (
    <div className="mx-auto w-full max-w-[1280px] px-6 py-4 max-tablet:px-4">
      <PageTitle title={t('title')} className="mb-1 font-title text-title font-bold" />
      <p className="mb-3 max-w-[68ch] text-text-2">{t('text')}</p>
      <Organisations />
    </div>
  )
}

const stateOf = (text: string | undefined) => (text === 'active' || text === 'suspended' ? text : '')

function Organisations() {
  const t = useTexts('installation')
  const navigate = useNavigate()
  const me = useMe()
  const [edited, setEdited] = useState<InstallationOrg | 'new'>()
  const list = usePaged(
    ({ find, page, size, filters }) => {
      const state = stateOf(filters.state)
      const conditions = { ...(find && { keyword: find }), ...(state && { state }) }
      return query('GET /api/installation/orgs', {
        query: { page, page_size: size, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
      })
    },
    { filters: ['state'] },
  )
  const failed = (failure: unknown) => toast({ text: problemText(failure), error: true })
  const setState = async ({ id, name }: InstallationOrg, state: 'active' | 'suspended', undoes = false) => {
    try {
      const org = await call('PUT /api/installation/orgs/:id', { params: { id }, body: { state } })
      toast({
        text: t(state === 'suspended' ? 'suspended' : 'resumed', { name }),
        ...(!undoes && { undo: () => void setState(org, state === 'suspended' ? 'active' : 'suspended', true) }),
      })
    } catch (failure) {
      failed(failure)
    }
    await refresh()
  }
  const open = async (id: string) => {
    // it may have been entered in another tab
    await refetchSession()
    if (switchOrg(id)) void navigate(paths.management())
  }
  const enter = async ({ id, name }: InstallationOrg, hours: number) => {
    try {
      const until = new Date(Date.now() + hours * 3_600_000).toISOString()
      await call('POST /api/installation/orgs/:id/entry', { params: { id }, body: { until } })
      await refetchSession()
      toast({ text: t('entered', { name }), act: { label: t('open'), run: () => void open(id) } })
    } catch (failure) {
      toast({ text: problemText(failure, 'until'), error: true })
    }
    await refresh()
  }
  const leave = async ({ id, name }: InstallationOrg) => {
    // this tab works in another one from now on, and keeps no reads of the one that is left
    const other = me.org?.id === id && me.session.memberships.find(({ org }) => org.id !== id)
    if (other) switchOrg(other.org.id)
    try {
      await call('DELETE /api/installation/orgs/:id/entry', { params: { id } })
      await refetchSession()
      toast({ text: t('left', { name }) })
    } catch (failure) {
      if (other) switchOrg(id)
      failed(failure)
    }
    await refresh()
  }
  const add = (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setEdited('new')}>
        {t('make')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<InstallationOrg>[] = [
    {
      key: 'name',
      head: t('name'),
      text: ({ name }) => name,
      cell: ({ name }) => (
        <span className="font-medium wrap-break-word">
          <bdi>{name}</bdi>
        </span>
      ),
    },
    {
      key: 'code',
      head: t('code'),
      width: 120,
      optional: true,
      text: ({ code }) => code,
      cell: ({ code }) => <span className="tabular">{code}</span>,
    },
    {
      key: 'state',
      head: t('state'),
      width: 170,
      card: 'end',
      text: ({ state }) => t(`state.${state}`),
      cell: ({ state, entry }) =>
        state === 'suspended' ? (
          <Chip tone="bad" icon={Lock}>
            {t('state.suspended')}
          </Chip>
        ) : entry ? (
          <Chip tone="warn" icon={Building2}>
            {t('enteredUntil', { time: dateTime(entry) })}
          </Chip>
        ) : (
          t('state.active')
        ),
    },
    {
      key: 'people',
      head: t('people'),
      width: 110,
      numeric: true,
      text: ({ people }) => String(people),
      cell: ({ people }) => number(people),
    },
    {
      key: 'quota',
      head: t('storage'),
      width: 150,
      numeric: true,
      optional: true,
      text: ({ storage_quota }) => String(storage_quota),
      cell: ({ storage_quota }) => (storage_quota > 0 ? bytes(storage_quota) : t('installationQuota')),
    },
    {
      key: 'locale',
      head: t('language'),
      width: 130,
      optional: 'hidden',
      text: ({ locale }) => locale,
      cell: ({ locale }) => localeNames[locale],
    },
    {
      key: 'zone',
      head: t('zone'),
      width: 150,
      optional: 'hidden',
      text: ({ time_zone }) => time_zone,
      cell: ({ time_zone }) => time_zone,
    },
    {
      key: 'created_at',
      head: t('made'),
      width: 130,
      optional: true,
      card: 'more',
      text: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span className="tabular text-text-2">{date(created_at)}</span>,
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      width: 56,
      cell: (org) => (
        <Menu
          align="end"
          trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: org.name }), icon: Ellipsis, size: 'sm' } }}
          groups={[
            { items: [{ label: t('change'), onSelect: () => setEdited(org) }] },
            {
              items: org.entry
                ? [
                    ...(org.state === 'active' ? [{ label: t('open'), onSelect: () => void open(org.id) }] : []),
                    { label: t('leave'), onSelect: () => void leave(org) },
                  ]
                : org.state === 'active'
                  ? [1, 8, 24].map((hours) => ({ label: t('enterFor', { count: hours }), onSelect: () => void enter(org, hours) }))
                  : [],
            },
            {
              items: [
                org.state === 'active'
                  ? { label: t('suspend'), danger: true, onSelect: () => void setState(org, 'suspended') }
                  : { label: t('resume'), onSelect: () => void setState(org, 'active') },
              ],
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <TableScreen<InstallationOrg>
        name="installation.organisations"
        caption={t('title')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        heading={
          <Segmented<'' | 'active' | 'suspended'>
            label={t('show')}
            value={stateOf(list.filters.state)}
            onChange={(state) => list.change({ filters: { state: state || undefined } })}
            options={[
              { value: '', label: t('all') },
              { value: 'active', label: t('state.active') },
              { value: 'suspended', label: t('state.suspended') },
            ]}
          />
        }
        search={t('find')}
        filtersSet={0}
        actions={add}
        exportName={t('title')}
        failedTitle={t('failed')}
        empty={<Empty title={t('none')}>{add}</Empty>}
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
      {edited && (
        <Suspense>
          {edited === 'new' ? (
            <MakeOrgDialog onClose={() => setEdited(undefined)} />
          ) : (
            <OrgDialog org={edited} onClose={() => setEdited(undefined)} />
          )}
        </Suspense>
      )}
    </>
  )
}
