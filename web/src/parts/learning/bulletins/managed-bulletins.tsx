// The bulletins of an organisation or a course for those who write them: state, how many have read them, and the editor.
import { Ellipsis, Mail, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip, type Tone } from '../../../ui/marks/chip.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { dateTime, list as listOf } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Forbidden } from '../../base/errors/forbidden.tsx'
import { formToResume } from '../../base/drafts/resume.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { usePaged } from '../../base/page/paged.ts'
import { namesOf, newIn } from './bulletin-form.ts'
import { deleteBulletin, type ManagedBulletin, managedPage, type BulletinOwner, restoreBulletin } from './managed.ts'
import { refreshBulletins } from './queries.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const Editor = laterDialog(() => Promise.all([import('./editor.tsx'), texts('editor', 'upload')]).then(([module]) => module))
const Readers = laterDialog(() => import('./readers.tsx'))

const states = ['draft', 'scheduled', 'out', 'expired'] as const
type State = (typeof states)[number]
const tones: Record<State, Tone> = { draft: 'neutral', scheduled: 'info', out: 'ok', expired: 'outline' }
type Opened = { kind: 'edit'; id: string | undefined } | { kind: 'readers'; bulletin: ManagedBulletin }

export function ManagedBulletins({ place }: { place: BulletinOwner }) {
  const t = useTexts('bulletins')
  const [opened, setOpened] = useState<Opened | undefined>(() => {
    const fresh = newIn(place)
    // what was being written when the session ended
    const thing = formToResume('bulletin', (one) => one === fresh || !one.startsWith('new '))
    return thing === undefined ? undefined : { kind: 'edit', id: thing === fresh ? undefined : thing }
  })
  const list = usePaged(
    ({ page, size, find, filters }) => {
      const state = states.find((one) => one === filters.state)
      return managedPage(place, { page, page_size: size, ...(find && { keyword: find }), ...(state && { state }) })
    },
    { filters: ['state'] },
  )
  if (list.failed?.code === 403) return <Forbidden text={t('onlyWriters')} />
  const write = (
    <Button variant="primary" icon={Plus} onClick={() => setOpened({ kind: 'edit', id: undefined })}>
      {t('write')}
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <SearchInput label={t('search')} value={list.find} onSearch={(find) => list.change({ find })} className="w-64 max-w-full" />
        <Select
          label={t('state')}
          hideLabel
          className="w-40"
          value={list.filters.state ?? ''}
          onChange={(value) => list.change({ filters: { state: value || undefined } })}
          options={[{ value: '', label: t('state.all') }, ...states.map((state) => ({ value: state, label: t(`state.${state}`) }))]}
        />
        <span className="ml-auto">{write}</span>
      </div>
      {list.data?.mails_wait && (
        <div className="mb-3">
          <Banner tone="info" icon={Mail}>
            {t('mailsWait')}
          </Banner>
        </div>
      )}
      <PagedList
        list={list}
        failedTitle={t('failed')}
        empty={
          <Empty title={t('noneManaged')} text={t('noneManagedText')}>
            {write}
          </Empty>
        }
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      >
        {(items) => (
          <ul className="surface-card divide-y divide-line">
            {items.map((bulletin) => (
              <Row key={bulletin.id} bulletin={bulletin} place={place} onOpen={setOpened} />
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>
        {opened?.kind === 'edit' && <Editor place={place} id={opened.id} onClose={() => setOpened(undefined)} />}
        {opened?.kind === 'readers' && <Readers place={place} bulletin={opened.bulletin} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  )
}

function Row({ bulletin, place, onOpen }: { bulletin: ManagedBulletin; place: BulletinOwner; onOpen: (opened: Opened) => void }) {
  const t = useTexts('bulletins')
  const { id, title, state, publish_at, confirm, recipients, read, confirmed, audience } = bulletin
  const whom = namesOf(audience, t)
  const remove = async () => {
    try {
      await deleteBulletin(place, id)
      toast({ text: t('deleted'), undo: () => void restoreBulletin(place, id).then(refreshBulletins, failed) })
    } catch (error) {
      failed(error)
    }
    await refreshBulletins()
  }
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            className="text-left font-semibold wrap-break-word hover:underline"
            onClick={() => onOpen({ kind: 'edit', id })}
          >
            {title}
          </button>
          <Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>
        </p>
        <p className="text-caption text-text-3">
          {[publish_at && dateTime(publish_at), whom.length > 0 ? listOf(whom) : t('everyone')].filter(Boolean).join(' · ')}
        </p>
        {state !== 'draft' && (
          <p className="tabular text-small text-text-2">
            {t('readOf', { read, recipients })}
            {confirm && ` · ${t('confirmedOf', { confirmed })}`}
          </p>
        )}
      </div>
      <Menu
        align="end"
        trigger={{ kind: 'icon', props: { label: t('actionsOf', { title }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
        groups={[
          {
            items: [
              { label: t('edit'), icon: Pencil, onSelect: () => onOpen({ kind: 'edit', id }) },
              { label: t('readers'), icon: Users, onSelect: () => onOpen({ kind: 'readers', bulletin }) },
              { label: t('delete'), icon: Trash2, danger: true, onSelect: () => void remove() },
            ],
          },
        ]}
      />
    </li>
  )
}

const failed = (error: unknown) => toast({ text: problemText(error), error: true })
