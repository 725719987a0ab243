import { curlExample } from './curl-example.ts'
import {
  anchorOf,
  type DescribedAnswer,
  type Endpoint,
  type OpenApiDocument,
  type Parameter,
  type Schema,
  schemaOf,
} from './open-api-document.ts'
import { type Field, fieldsOf, limitWords, typeWords } from './schema-words.ts'

export function OperationSection({
  endpoint,
  document,
  before,
  known,
}: {
  endpoint: Endpoint
  document: OpenApiDocument
  /** Responses whose fields are already shown at another operation. */
  before: ReadonlyMap<DescribedAnswer, Endpoint>
  /** Parameter values of this site by name, so that examples run as they are. */
  known: Readonly<Record<string, string>>
}) {
  const { method, path, operation } = endpoint
  const anchor = anchorOf(endpoint)
  const answers = Object.entries(operation.responses ?? {})
  const body = schemaOf(operation.requestBody?.content)
  return (
    <section className="api-operation" id={anchor} aria-labelledby={`${anchor}-title`}>
      <h3 id={`${anchor}-title`}>
        <span className="api-method">{method.toUpperCase()}</span> <code>{path}</code>
      </h3>
      {operation.summary !== undefined && (
        <p className="api-summary">
          <Ticked>{operation.summary}</Ticked>
        </p>
      )}
      {operation.description !== undefined && (
        <p className="api-summary">
          <Ticked>{operation.description}</Ticked>
        </p>
      )}
      <Parameters parameters={operation.parameters ?? []} document={document} />
      {body !== undefined && (
        <>
          <h4>Body</h4>
          <SchemaOutline schema={body} document={document} />
        </>
      )}
      {answers.filter(isSuccess).map(([status, answer]) => (
        <SuccessAnswer
          key={status}
          status={status}
          answer={answer}
          document={document}
          sameAs={before.get(answer)}
        />
      ))}
      <OtherAnswers answers={answers.filter((answer) => !isSuccess(answer))} />
      <h4>Try it</h4>
      <pre className="api-example">
        <code>{curlExample(endpoint, document, known)}</code>
      </pre>
    </section>
  )
}

function isSuccess([status]: [string, DescribedAnswer]) {
  return status.startsWith('2')
}

function Parameters({
  parameters,
  document,
}: {
  parameters: readonly Parameter[]
  document: OpenApiDocument
}) {
  if (parameters.length === 0) return null
  return (
    <>
      <h4>Parameters</h4>
      <dl className="api-parameters">
        {parameters.map((parameter) => (
          <div key={`${parameter.in} ${parameter.name}`}>
            <dt>
              <code>{parameter.name}</code>
              <span className="api-note">
                {parameter.in}
                {parameter.required === true ? ', required' : ''}
              </span>
            </dt>
            <dd>
              {parameter.schema !== undefined && (
                <span className="api-type">{typeWords(parameter.schema, document)}</span>
              )}
              <ParameterWords parameter={parameter} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function ParameterWords({ parameter }: { parameter: Parameter }) {
  const limits = parameter.schema === undefined ? undefined : limitWords(parameter.schema)
  const description = parameter.description ?? parameter.schema?.description
  return (
    <>
      {limits !== undefined && <span className="api-note">, {limits}</span>}
      {description !== undefined && (
        <span className="api-description">
          <Ticked>{description}</Ticked>
        </span>
      )}
    </>
  )
}

function SuccessAnswer({
  status,
  answer,
  document,
  sameAs,
}: {
  status: string
  answer: DescribedAnswer
  document: OpenApiDocument
  sameAs: Endpoint | undefined
}) {
  const schema = schemaOf(answer.content)
  return (
    <>
      <h4>Response {status}</h4>
      {schema === undefined ? (
        <p className="api-summary">{answer.description ?? 'No body.'}</p>
      ) : sameAs !== undefined ? (
        <p className="api-summary">
          Same fields as <a href={`#${anchorOf(sameAs)}`}>{sameAs.path}</a>.
        </p>
      ) : (
        <details className="api-answer">
          <summary>Response fields</summary>
          <SchemaOutline schema={schema} document={document} />
        </details>
      )}
    </>
  )
}

function OtherAnswers({ answers }: { answers: readonly [string, DescribedAnswer][] }) {
  if (answers.length === 0) return null
  const descriptions = [...new Set(answers.map(([, answer]) => answer.description ?? ''))]
  return (
    <>
      <h4>Other responses</h4>
      <dl className="api-parameters">
        {descriptions.map((description) => (
          <div key={description}>
            <dt>
              <code>{statusesWith(description, answers)}</code>
            </dt>
            <dd>
              <Ticked>{description}</Ticked>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function statusesWith(description: string, answers: readonly [string, DescribedAnswer][]) {
  return answers
    .filter(([, answer]) => (answer.description ?? '') === description)
    .map(([status]) => status)
    .sort()
    .join(', ')
}

/** No response of ours is deeper; also ends recursive schemas. */
const DEEPEST_LEVEL = 8

function SchemaOutline({
  schema,
  document,
  level = 0,
}: {
  schema: Schema
  document: OpenApiDocument
  level?: number
}) {
  const fields = level < DEEPEST_LEVEL ? fieldsOf(schema, document) : []
  if (fields.length === 0) return level === 0 ? <code>{typeWords(schema, document)}</code> : null
  return (
    <ul className="api-fields">
      {fields.map((field) => (
        <FieldLine key={field.name} field={field} document={document} level={level} />
      ))}
    </ul>
  )
}

function FieldLine({ field, document, level }: { field: Field; document: OpenApiDocument; level: number }) {
  const limits = limitWords(field.schema)
  return (
    <li>
      <code className="api-field-name">{field.name}</code>{' '}
      <span className="api-type">{typeWords(field.schema, document)}</span>
      {!field.isRequired && <span className="api-note">, may be absent</span>}
      {limits !== undefined && <span className="api-note">, {limits}</span>}
      {field.schema.description !== undefined && (
        <span className="api-description">
          <Ticked>{field.schema.description}</Ticked>
        </span>
      )}
      <SchemaOutline schema={field.schema} document={document} level={level + 1} />
    </li>
  )
}

export function Ticked({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
