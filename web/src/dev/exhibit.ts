// What a file of exhibits/ exports: a component's states by name, each an element or a component. `alone`: the state needs the whole page
// (a dialog, an open menu); `press` is the name of the button that brings it about.
import type { ComponentType, ReactElement } from 'react'

type Shown = ReactElement | ComponentType
export type State = Shown | { alone: true; show: Shown; press?: string }
export type Exhibit = Record<string, State>

/** The files of exhibits/ are all there is to register: `exhibit({ empty: <Empty … /> })` as default export. */
export const exhibit = (states: Exhibit) => states
