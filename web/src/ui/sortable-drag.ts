// Dragging rows by pointer and touch; only sortable.ts loads it. The upper half of a row is before it, the lower half after it, what an
// empty group shows is its beginning.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import type { Over } from './sortable.ts'
import { type Group, type Place, placeOf } from './sorting.ts'

type Told = { dragging: (id: string | undefined) => void; over: (over: Over | undefined) => void; drop: (id: string, to: Place) => unknown }

export function watchDrags(box: HTMLElement, kind: string, groups: readonly Group[], told: Told): () => void {
  const found = <E extends HTMLElement>(what: string) => [...box.querySelectorAll<E>(`${what}[data-sorts="${kind}"]`)]
  const overAt = (target: { data: Record<string | symbol, unknown> } | undefined, id: string): Over | undefined => {
    if (!target) return undefined
    const { row, group } = target.data as { row?: string; group?: string }
    if (group !== undefined) return { group, before: null, edge: 'inside', on: group }
    const place = row !== undefined && row !== id ? placeOf(groups, row) : undefined
    if (!place || row === undefined) return undefined
    const edge = extractClosestEdge(target.data) === 'top' ? 'top' : 'bottom'
    // after a row is before the next one, but not before the dragged one itself
    const own = groups.find((one) => one.id === place.group)?.items.filter((other) => other !== id) ?? []
    return { group: place.group, before: edge === 'top' ? row : (own[own.indexOf(row) + 1] ?? null), edge, on: row }
  }
  const canDrop = ({ source }: { source: { data: Record<string, unknown> } }) => source.data.kind === kind
  return combine(
    ...found('[data-row]').map((element) => {
      const id = element.dataset.row ?? ''
      const dragHandle = element.querySelector(`[data-handle="${kind}"]`) ?? undefined
      return combine(
        draggable({ element, ...(dragHandle && { dragHandle }), getInitialData: () => ({ kind, id }) }),
        dropTargetForElements({
          element,
          canDrop,
          getData: ({ input }) => attachClosestEdge({ row: id }, { element, input, allowedEdges: ['top', 'bottom'] }),
        }),
      )
    }),
    ...found('[data-drop]').map((element) =>
      dropTargetForElements({ element, canDrop, getData: () => ({ group: element.dataset.drop ?? '' }) }),
    ),
    monitorForElements({
      canMonitor: ({ source }) => source.data.kind === kind,
      onDragStart: ({ source }) => told.dragging(String(source.data.id)),
      onDrag: ({ source, location }) => told.over(overAt(location.current.dropTargets[0], String(source.data.id))),
      onDrop: ({ source, location }) => {
        const id = String(source.data.id)
        const to = overAt(location.current.dropTargets[0], id)
        told.dragging(undefined)
        told.over(undefined)
        const now = placeOf(groups, id)
        if (to && !(now?.group === to.group && now.before === to.before)) told.drop(id, { group: to.group, before: to.before })
      },
    }),
  )
}
