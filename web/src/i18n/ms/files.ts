// Where the texts of the features are.
export default import.meta.glob<Record<string, string>>(['./*.json', './errors.ts', '!./ui.json', '!./shell.json'], {
  import: 'default',
})
