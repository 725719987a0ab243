import { type ReactNode, useId } from 'react'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import styles from './file-field.module.css'

export interface ChosenFile {
  name: string
  text: string
}

export function FileField({
  label,
  hint,
  accept,
  isMany = false,
  onChosen,
}: {
  label: string
  hint: ReactNode
  accept: string
  isMany?: boolean
  onChosen: (files: ChosenFile[]) => void
}) {
  const id = useId()
  async function read(files: FileList | null) {
    onChosen(
      await Promise.all(
        [...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })),
      ),
    )
  }
  return (
    <FieldFrame id={id} label={label} hint={hint} error={undefined}>
      {(described) => (
        <input
          {...described}
          id={id}
          className={styles.file}
          type="file"
          accept={accept}
          multiple={isMany}
          onChange={(event) => void read(event.currentTarget.files)}
        />
      )}
    </FieldFrame>
  )
}
