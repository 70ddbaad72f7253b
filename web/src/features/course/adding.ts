// What a teacher is about to add. Apart from the menu, so that a student's page carries no menu.
export const newTypes = ['online_video', 'material', 'page'] as const
export type NewType = (typeof newTypes)[number]
export type Adding = { kind: 'module' } | { kind: 'activity'; type: NewType; module?: string }
