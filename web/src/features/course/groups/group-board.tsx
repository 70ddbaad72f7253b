// The board of a group set: those in no group beside the groups. People are dragged, or selected and moved by a dialog; every move can be undone.
import { holding } from '@lyceum/kit/text/folded'
import { Ellipsis, FolderInput, Pencil, Plus, Trash2, UserMinus } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { BatchBar, BatchButton } from '../../../ui/table/batch-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { GroupColumn } from './group-column.tsx'
import { freeName } from './names.ts'
import type { Drag, RowActs } from './person-row.tsx'
import { backwards, type Board, type BoardGroup, type Move, movePeople, type Person, refreshGroups } from './queries.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const MoveDialog = laterDialog(() => import('./move-dialog.tsx'))
const RenameDialog = laterDialog(() => import('./rename-dialog.tsx'))

export function GroupBoard({ board, find }: { board: Board; find: string }) {
  const t = useTexts('groups')
  const [drag, setDrag] = useState<Drag>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState<readonly string[]>()
  const [renaming, setRenaming] = useState<BoardGroup>()
  const [announcement, announce] = useState('')
  useEffect(() => {
    let gone = false
    void import('./drag.ts').then((module) => {
      if (!gone) setDrag(module)
    })
    return () => {
      gone = true
    }
  }, [])
  // another set has other people in other places
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection ends with the set
  useEffect(() => setSelected(new Set()), [board.id])

  const places = useMemo(() => placesOf(board), [board])
  const nameOf = (group: string | null) => board.list.find(({ id }) => id === group)?.name ?? t('none')
  const run = async (moves: readonly Move[], undo = true) => {
    if (moves.length === 0) return
    try {
      await movePeople(board.id, moves)
      const [first] = moves
      const person = moves.length === 1 && first ? places.get(first.person_id)?.person.name : undefined
      const group = nameOf(first?.to ?? null)
      const text = person ? t('movedOne', { name: person, group }) : t('moved', { count: moves.length, group })
      announce(text)
      toast({ text, ...(undo && { undo: () => void run(backwards(moves), false) }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const moveTo = (people: readonly string[], to: string | null) => {
    setSelected(new Set())
    return run(
      people.flatMap((person_id) => {
        const from = places.get(person_id)?.group
        return from === undefined || from === to ? [] : [{ person_id, from, to }]
      }),
    )
  }
  /** A dragged student takes the others that are selected along. */
  const latest = useRef({ moveTo, selected })
  latest.current = { moveTo, selected }
  const drop = useCallback((person: string, group: string | null) => {
    const { moveTo, selected } = latest.current
    void moveTo(selected.has(person) ? [...selected] : [person], group)
  }, [])
  const acts = useMemo<RowActs>(
    () => ({
      open: (person) => setMoving([person]),
      select: (person, next) =>
        setSelected((before) => {
          const after = new Set(before)
          if (next) after.add(person)
          else after.delete(person)
          return after
        }),
    }),
    [],
  )
  const add = async () => {
    const name = freeName(
      t('groupName'),
      board.list.map(({ name }) => name),
    )
    try {
      await call('POST /api/group-sets/:id/groups', { params: { id: board.id }, body: { names: [name] } })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await refreshGroups()
    }
  }
  // a group's version rises with everybody who comes and goes, so that it says nothing of a name
  const remove = async ({ id, name }: BoardGroup) => {
    try {
      await call('DELETE /api/groups/:id', { params: { id }, query: {} })
      const restore = () => call('PUT /api/groups/:id/restore', { params: { id } }).finally(refreshGroups)
      toast({ text: t('groupDeleted', { name }), undo: () => void restore() })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await refreshGroups()
    }
  }
  const wanted = find.trim()
  const holds = holding(find)
  const fits = (people: Person[]) => (wanted ? people.filter(({ name, user_no }) => holds(name, user_no)) : people)
  const seats = board.sign_up?.seats
  const groups = board.list.map((group) => ({ group, people: fits(group.members) })).filter(({ people }) => !wanted || people.length > 0)
  const ungrouped = board.ungrouped ?? []
  return (
    <div className="flex items-start gap-4 max-small:flex-col">
      <div className="w-[272px] shrink-0 small:sticky small:top-[calc(var(--shown-bar)+68px)] max-small:w-full">
        <GroupColumn
          id={null}
          name={t('none')}
          count={String(ungrouped.length)}
          people={fits(ungrouped)}
          leader={null}
          selected={selected}
          empty={ungrouped.length > 0 ? t('nobodyFits') : t('everybodyIn')}
          tall
          drag={drag}
          acts={acts}
          drop={drop}
        />
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fill,minmax(min(250px,100%),1fr))] items-start gap-4 max-small:w-full">
        {groups.map(({ group, people }) => (
          <GroupColumn
            key={group.id}
            id={group.id}
            name={group.name}
            count={seats ? t('ofSeats', { taken: group.members.length, seats }) : String(group.members.length)}
            people={people}
            leader={group.leader_id}
            selected={selected}
            empty={t('nobody')}
            drag={drag}
            acts={acts}
            drop={drop}
            menu={
              <Menu
                align="end"
                trigger={{ kind: 'icon', props: { label: t('groupMenu', { name: group.name }), icon: Ellipsis, size: 'sm' } }}
                groups={[
                  {
                    items: [
                      { label: t('rename'), icon: Pencil, onSelect: () => setRenaming(group) },
                      { label: t('deleteGroup'), icon: Trash2, danger: true, onSelect: () => void remove(group) },
                    ],
                  },
                ]}
              />
            }
          />
        ))}
        {wanted && groups.length === 0 ? (
          <Empty title={t('nobodyFits')} />
        ) : (
          !wanted && (
            <Button variant="secondary" icon={Plus} className="min-h-14 border-dashed" onClick={() => void add()}>
              {t('addGroup')}
            </Button>
          )
        )}
      </div>
      <p className="screen-reader" aria-live="polite">
        {announcement}
      </p>
      <BatchBar label={t('selectedPeople')} count={selected.size} onClear={() => setSelected(new Set())}>
        <BatchButton icon={FolderInput} onClick={() => setMoving([...selected])}>
          {t('moveTo')}
        </BatchButton>
        <BatchButton icon={UserMinus} onClick={() => void moveTo([...selected], null)}>
          {t('takeOut')}
        </BatchButton>
      </BatchBar>
      <Suspense>
        {moving && (
          <MoveDialog
            key={moving.join()}
            board={board}
            people={moving.flatMap((id) => places.get(id) ?? [])}
            onMove={(to) => moveTo(moving, to)}
            onClose={() => setMoving(undefined)}
          />
        )}
        {renaming && <RenameDialog group={renaming} onClose={() => setRenaming(undefined)} />}
      </Suspense>
    </div>
  )
}

export type Placed = { person: Person; group: string | null }
const placesOf = ({ list, ungrouped }: Board) =>
  new Map<string, Placed>([
    ...(ungrouped ?? []).map((person) => [person.id, { person, group: null }] as const),
    ...list.flatMap(({ id, members }) => members.map((person) => [person.id, { person, group: id }] as const)),
  ])
