// Dialog of one student or several who are selected: the group they go to, and of one whether they lead theirs.
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Combobox, type Option } from '../../../ui/fields/combobox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Placed } from './group-board.tsx'
import { type Board, movesAnswered, refreshGroups } from './queries.ts'

const none = ''

export default function MoveDialog({
  board,
  people,
  onMove,
  onClose,
}: {
  board: Board
  people: readonly Placed[]
  onMove: (group: string | null) => Promise<void>
  onClose: () => void
}) {
  const t = useTexts('groups')
  const [only, ...others] = people
  const current = others.length === 0 ? board.list.find(({ id }) => id === only?.group) : undefined
  const options: Option[] = [
    { value: none, label: t('none') },
    ...board.list.map(({ id, name, members }) => ({ value: id, label: name, detail: t('peopleCount', { count: members.length }) })),
  ]
  const at = others.length === 0 ? (only?.group ?? none) : undefined
  const [group, setGroup] = useState(options.find(({ value }) => value === at))
  const [leads, setLeads] = useState(only !== undefined && current?.leader_id === only.person.id)
  const [busy, setBusy] = useState(false)
  const stays = current !== undefined && group?.value === current.id
  const save = async () => {
    if (!group || !only) return
    const changesLead = stays && leads !== (current.leader_id === only.person.id)
    if (!changesLead) {
      // the board shows the move at once, and says when it fails
      onClose()
      return onMove(group.value === none ? null : group.value)
    }
    setBusy(true)
    try {
      await movesAnswered()
      await call('PUT /api/groups/:id', { params: { id: current.id }, body: { leader_id: leads ? only.person.id : null } })
      toast({ text: leads ? t('leadsNow', { name: only.person.name, group: current.name }) : t('leadsNoMore', { name: only.person.name }) })
      onClose()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
      setBusy(false)
    } finally {
      await refreshGroups()
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={others.length === 0 && only ? only.person.name : t('moveTitle', { count: people.length })}
      {...(others.length === 0 && only && { description: only.person.user_no })}
      width={416}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={group ? undefined : t('chooseGroup')} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <Combobox label={t('group')} value={group} onChange={setGroup} options={options} autoFocus />
        {stays && <Checkbox label={t('leadsGroup')} checked={leads} onChange={setLeads} />}
      </div>
    </Dialog>
  )
}
