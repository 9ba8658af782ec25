import type { Workflow } from '../contract/features/workflow.ts';
import type { Operation } from '../contract/operations/operation.ts';
import { answerParsed, questionOpened } from './answer-question.ts';
import { audited } from './calls/audit.ts';
import { changeTold } from './calls/changes/told.ts';
import { keptVerified } from './calls/changes/verify-kept.ts';
import { deploymentKnown, drafted, draftedWhole } from './calls/draft-call.ts';
import { logged } from './calls/log-call.ts';
import { nextPageFound } from './calls/pages/next-page.ts';
import { agreedInPlan, rowTold } from './calls/plans/carry-out.ts';
import { changeDrafted } from './calls/plans/draft-change.ts';
import { heldBack, heldBackAsWhole } from './calls/plans/dry-run.ts';
import { changeLookedUp } from './calls/plans/look-up.ts';
import { founded, ran } from './calls/run-workflow.ts';
import { sent, sentWhole } from './calls/send.ts';
import { endedSoon, suggestible, suggestionsRead, suggestionsSanitised } from './content/complete.ts';
import { addressed, contentFenced, contentRead } from './content/read-resource.ts';
import { agreed, agreedAsWhole } from './guards/agree.ts';
import { allowed, askable, classified, classifiedAtWorst } from './guards/allowed.ts';
import {
  withinLimits,
  withinLimitsAsCalled,
  withinLimitsOfReading,
  withinLimitsWhenAsking,
} from './guards/limits/within-limits.ts';
import { aimed, beforeRead } from './guards/target.ts';
import { cardValuesResolved } from './input/card-values.ts';
import { argumentsMoved } from './input/moved-arguments.ts';
import { parsed, parsedOfRecords, parsedWithOptions } from './input/parse-call.ts';
import { namesResolved } from './input/resolve-names.ts';
import { outboundChecked, outboundCheckedAsCalled } from './outbound/check-call.ts';
import { fenced, sanitisedAndFitted } from './output/show-answer.ts';
import { doubleFenced, doubleFitted, doubleSanitised } from './output/show-workflow.ts';
import type {
  Answering,
  Call,
  LookedUpCall,
  MetaCall,
  OwnCall,
  PlannedCall,
  PlanningCall,
  Reading,
  Suggesting,
} from './requests.ts';
import { steps } from './steps.ts';
import {
  answeredOrPassedOn,
  metaParsed,
  notRemoved,
  targetFound,
  withinLimitsItself,
} from './tools/call-meta-tool.ts';

/**
 * One ordered list of steps per kind of request. A step reads fields of the request and adds its results. A step placed
 * before the fields that it needs does not compile. `dispatch.ts` starts the lists; `handle.ts` wraps them.
 */

/** Steps of an operation that an assistant calls, or a person at a terminal. */
export const operationSteps = steps<Call<Operation>>()
  // First, because a disabled operation needs no valid arguments.
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  // Before the confirmation, so that a person is not asked about a call that would be refused.
  .step('outbound content checked', outboundChecked)
  // Refuse by the arguments alone, before any record is read.
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('askable', askable)
  // The record may determine whom the call reaches and which data it removes.
  .step('aimed at the record', aimed)
  .step('allowed', allowed)
  .step('askable', askable)
  .step('within limits as classified', withinLimitsAsCalled)
  .step('moved', argumentsMoved)
  .step('card names resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  // This needs the record, which has been read by now.
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('held back in a dry run', heldBack)
  .step('agreed', agreed)
  .step('audited', audited)
  // Only now, because a call that was stopped above does not need the previous values.
  .step('what was there read', beforeRead)
  .step('sent and read', sentWhole)
  .step('held against the record', keptVerified)
  .step('told in words', changeTold)
  .step('sanitised and fitted', sanitisedAndFitted)
  .step('next page found', nextPageFound)
  .step('fenced', fenced)
  .step('logged', logged);

/** Steps of a workflow. Each operation in it runs its own steps. */
export const workflowSteps = steps<Call<Workflow>>()
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsed)
  .step('askable', askable)
  .step('founded', founded)
  .step('held back in a dry run', heldBackAsWhole)
  .step('agreed', agreedAsWhole)
  .step('run', ran)
  .step('sanitised', doubleSanitised)
  .step('fitted', doubleFitted)
  .step('fenced', doubleFenced)
  .step('logged', logged);

/** Steps of an operation within a request: in a workflow, resource, completion, name lookup or confirmation. */
export const ownOperationSteps = steps<OwnCall>()
  .step('allowed', allowed)
  .step('parsed', parsedOfRecords)
  .step('outbound content checked', outboundChecked)
  // Losses are not determined here, so the worst case counts.
  .step('classified at worst', classifiedAtWorst)
  .step('allowed', allowed)
  .step('deployment known', deploymentKnown)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('drafted', drafted)
  .step('audited', audited)
  .step('sent and read', sent);

/**
 * Steps of a change that is planned: those of its call up to the confirmation. Only the plan itself counts towards the
 * limits.
 */
export const planningSteps = steps<PlanningCall>()
  .step('allowed', allowed)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  .step('outbound content checked', outboundChecked)
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('aimed at the record', aimed)
  .step('allowed', allowed)
  .step('moved', argumentsMoved)
  .step('card names resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('planned', changeDrafted);

/** Steps of a planned change that is carried out: the same steps again, then those after the confirmation. */
export const plannedSteps = steps<PlannedCall>()
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  .step('outbound content checked', outboundChecked)
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('aimed at the record', aimed)
  .step('allowed', allowed)
  .step('within limits as classified', withinLimitsAsCalled)
  .step('moved', argumentsMoved)
  .step('card names resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('agreed as planned', agreedInPlan)
  .step('audited', audited)
  .step('what was there read', beforeRead)
  .step('sent and read', sentWhole)
  .step('held against the record', keptVerified)
  .step('told', rowTold)
  .step('logged', logged);

/** Steps of a planned change whose response was lost. */
export const lookingSteps = steps<LookedUpCall>()
  .step('parsed', parsedWithOptions)
  .step('deployment known', deploymentKnown)
  .step('drafted', drafted)
  .step('looked up', changeLookedUp);

/** Steps of a meta tool. The tool that it calls runs its own steps. */
export const metaSteps = steps<MetaCall>()
  .step('allowed', notRemoved)
  .step('parsed', metaParsed)
  .step('names resolved', targetFound)
  .step('within limits', withinLimitsItself)
  .step('answered or passed on', answeredOrPassedOn);

/** Steps of the answer to a question in a card. The confirmed call then runs all its steps again. */
export const answerSteps = steps<Answering>()
  .step('parsed', answerParsed)
  .step('question opened once', questionOpened);

/** Steps of reading a resource. */
export const resourceSteps = steps<Reading>()
  .step('within limits', withinLimitsOfReading)
  .step('address resolved', addressed)
  .step('read', contentRead)
  .step('sanitised and fenced', contentFenced)
  .step('logged', logged);

/** Steps of a completion. */
export const completionSteps = steps<Suggesting>()
  .step('address resolved', suggestible)
  .step('within time', endedSoon)
  .step('within limits', withinLimitsWhenAsking)
  .step('read', suggestionsRead)
  .step('sanitised', suggestionsSanitised);

/** All lists, for the documentation. */
export const requestSteps = {
  'operation that is called': operationSteps,
  'operation within a request': ownOperationSteps,
  'change that is planned': planningSteps,
  'planned change that is carried out': plannedSteps,
  'planned change without a known answer': lookingSteps,
  workflow: workflowSteps,
  'meta tool': metaSteps,
  'answer in a card': answerSteps,
  resource: resourceSteps,
  completion: completionSteps,
};
