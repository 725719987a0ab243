import { showToast } from '../../ui/toast/toast.ts'

const SHOWN_MS = 12_000

export function showUndo(text: string, undo: () => Promise<{ message: string } | undefined>) {
  showToast(text, {
    shownMs: SHOWN_MS,
    action: (dismiss) => (
      <button
        type="button"
        className="linkLike"
        onClick={async () => {
          dismiss()
          const refusal = await undo()
          showToast(refusal === undefined ? 'Undone.' : refusal.message, {
            isProblem: refusal !== undefined,
          })
        }}
      >
        Undo
      </button>
    ),
  })
}
