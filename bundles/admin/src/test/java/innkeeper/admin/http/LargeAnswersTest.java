package innkeeper.admin.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LargeAnswersTest {

  @Test
  void answersAreAcceptedUpToTheBudget() {
    LargeAnswers answers = new LargeAnswers(100);
    assertTrue(answers.take(60));
    assertTrue(answers.take(40));
    assertFalse(answers.take(1));
    assertEquals(100, answers.held(), "what was refused is not held");
    answers.giveBack(60);
    assertTrue(answers.take(60));
  }

  @Test
  void aSingleAnswerOfAnySizeIsAccepted() {
    LargeAnswers answers = new LargeAnswers(100);
    assertTrue(answers.take(Integer.MAX_VALUE));
    assertFalse(answers.take(Integer.MAX_VALUE));
    answers.giveBack(Integer.MAX_VALUE);
    assertTrue(answers.take(101));
  }
}
