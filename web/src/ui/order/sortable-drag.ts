// Dragging of rows by pointer and touch; only sortable.ts loads it. The upper half of a row is the position before it, the lower half the one
// after it; an empty group's placeholder is its beginning.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import type { DropTarget } from './sortable.ts'
import { type Group, type Position, positionOf } from './sorting.ts'

type DragHandlers = {
  dragging: (id: string | undefined) => void
  dropTarget: (dropTarget: DropTarget | undefined) => void
  drop: (id: string, target: Position) => unknown
}

export function watchDrags(box: HTMLElement, kind: string, groups: readonly Group[], handlers: DragHandlers): () => void {
  const elementsWith = <E extends HTMLElement>(selector: string) => [...box.querySelectorAll<E>(`${selector}[data-sorts="${kind}"]`)]
  const dropTargetOf = (target: { data: Record<string | symbol, unknown> } | undefined, id: string): DropTarget | undefined => {
    if (!target) return undefined
    const { row, group } = target.data as { row?: string; group?: string }
    if (group !== undefined) return { group, before: null, edge: 'inside', on: group }
    const position = row !== undefined && row !== id ? positionOf(groups, row) : undefined
    if (!position || row === undefined) return undefined
    const edge = extractClosestEdge(target.data) === 'top' ? 'top' : 'bottom'
    // after a row is before the next one, but not before the dragged one itself
    const otherItems = groups.find((candidate) => candidate.id === position.group)?.items.filter((item) => item !== id) ?? []
    return { group: position.group, before: edge === 'top' ? row : (otherItems[otherItems.indexOf(row) + 1] ?? null), edge, on: row }
  }
  const canDrop = ({ source }: { source: { data: Record<string, unknown> } }) => source.data.kind === kind
  return combine(
    ...elementsWith('[data-row]').map((element) => {
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
    ...elementsWith('[data-drop]').map((element) =>
      dropTargetForElements({ element, canDrop, getData: () => ({ group: element.dataset.drop ?? '' }) }),
    ),
    monitorForElements({
      canMonitor: ({ source }) => source.data.kind === kind,
      onDragStart: ({ source }) => handlers.dragging(String(source.data.id)),
      onDrag: ({ source, location }) => handlers.dropTarget(dropTargetOf(location.current.dropTargets[0], String(source.data.id))),
      onDrop: ({ source, location }) => {
        const id = String(source.data.id)
        const target = dropTargetOf(location.current.dropTargets[0], id)
        handlers.dragging(undefined)
        handlers.dropTarget(undefined)
        const current = positionOf(groups, id)
        if (target && !(current?.group === target.group && current.before === target.before))
          handlers.drop(id, { group: target.group, before: target.before })
      },
    }),
  )
}
