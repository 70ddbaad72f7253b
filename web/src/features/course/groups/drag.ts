// Dragging people into groups by pointer and touch; the board loads it after its first paint. Without dragging, a person's dialog moves them.
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

const kind = 'group-person'

/** @public imported as a module */
export function dragPerson(element: HTMLElement, person: string, onDragging: (dragging: boolean) => void): () => void {
  return draggable({
    element,
    getInitialData: () => ({ kind, person }),
    onDragStart: () => onDragging(true),
    onDrop: () => onDragging(false),
  })
}

/** @public */
export function dropPeople(element: HTMLElement, onOver: (over: boolean) => void, onDrop: (person: string) => void): () => void {
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data.kind === kind,
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false)
      onDrop(String(source.data.person))
    },
  })
}
