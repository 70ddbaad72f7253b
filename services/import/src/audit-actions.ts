// The actions of import's audit log; texts are in web/src/i18n/<locale>/audit.json.
export const importActions = ['roster.applied', 'roster.undone', 'roster.discarded', 'people.exported'] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    import: (typeof importActions)[number]
  }
}
